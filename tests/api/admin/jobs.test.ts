import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { audit, fileRemoval } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { signUp } from '../../support/people/members.ts';
import { bearer, makeUser, signIn } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import { linkIn } from '../../support/servers/mailbox.ts';

type Reply = 'accepts' | 'refuses' | 'is silent';

/** A mail server that responds with `reply` and stores the emails it accepts. */
class MailServer {
  readonly accepted: string[] = [];
  asked = 0;
  reply: Reply = 'accepts';
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, answer) => {
      this.asked++;
      if (this.reply === 'accepts') answer();
      if (this.reply === 'refuses')
        answer(Object.assign(new Error('no such mailbox'), { responseCode: 550 }));
    },
    onData: (stream, _session, done) => {
      let text = '';
      stream.on('data', (chunk) => (text += chunk));
      stream.on('end', () => {
        this.accepted.push(text);
        done();
      });
    },
  });

  async listen(): Promise<string> {
    // A killed client resets its connection.
    this.#server.on('error', () => {});
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.server.address();
    if (typeof address !== 'object' || !address) throw new Error('not listening on a port');
    return `smtp://127.0.0.1:${address.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

let mails: MailServer;
let db: Database;
let server: WebServer;
let start: () => Promise<void>;
let folder: string;

beforeEach(async () => {
  mails = new MailServer();
  const SMTP_URL = await mails.listen();
  const url = await createTestDatabase();
  db = openDatabase(url);
  folder = await mkdtemp(join(tmpdir(), 'panocall-jobs-'));
  const env = { SMTP_URL, PUBLIC_URL: 'https://panocall.example', STORAGE_FOLDER: folder };
  start = async () => {
    server = await startWebServer(url, env);
  };
});
afterEach(async () => {
  await server.stop();
  await Promise.all([db.$client.end(), mails.close(), rm(folder, { recursive: true })]);
});

const stateSchema = z.array(z.object({ state: z.string(), attempts: z.number() }));
/** States of the jobs that email accounts. */
const mailJobs = async () =>
  stateSchema.parse([
    ...(await db.execute(
      sql`select state, retry_count + 1 as attempts from pgboss.job where name = 'email-send'`,
    )),
  ]);

it('sends an email once if its process was killed between the write and the email', async () => {
  await start();
  mails.reply = 'is silent';
  await signUp(server.url);
  await expect.poll(() => mails.asked).toBe(1);
  await server.kill();
  mails.reply = 'accepts';
  await start();
  // As if the killed process had been silent for long.
  await db.execute(
    sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`,
  );
  await expect.poll(mailJobs, { timeout: 60_000 }).toEqual([{ state: 'completed', attempts: 2 }]);
  expect(mails.accepted).toHaveLength(1);
  // Joins the soft line breaks of quoted-printable.
  const mail = mails.accepted[0]?.replaceAll(/=\r?\n/g, '') ?? '';
  const { token } = linkIn(mail);
  const verified = await new Client(server.url).call('/api/email/verify', { body: { token } });
  expect(verified.status).toBe(200);
}, 90_000);

it('shows failed jobs to administrators, and retries them', async () => {
  await start();
  mails.reply = 'refuses';
  const stranger = await signUp(server.url);
  const adminId = await makeUser(db, {}, ['ADMIN']);
  const admin = bearer(await signIn(db, adminId));
  const ask = (path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> =>
    // As the button's form, which has no fields.
    new Client(server.url).call(path, {
      method,
      headers,
      body: method === 'POST' ? new URLSearchParams() : undefined,
    });
  const failed = async () => {
    const { body } = await ask('/admin/jobs?state=failed', admin);
    return /\/admin\/jobs\/([\w-]{36})/.exec(String(body))?.[1];
  };
  await expect.poll(failed).toBeDefined();
  const job = await failed();
  const path = `/admin/jobs/${job}`;
  const { body } = await ask(path, admin);
  for (const words of ['email-send', 'account', 'no such mailbox', stranger.id, 'Retry']) {
    expect(String(body)).toContain(words);
  }
  expect(mails.asked).toBe(1);

  for (const [who, headers, leadsTo] of [
    ['a stranger', {}, '/login'],
    ['a user', bearer(stranger.token), '/'],
  ] as const) {
    for (const [method, address] of [
      ['GET', '/admin/jobs'],
      ['GET', path],
      ['POST', path],
    ] as const) {
      const answer = await ask(address, headers, method);
      const to = new URL(answer.headers.get('Location') ?? '', server.url).pathname;
      expect([who, method, address, answer.status, to]).toEqual([who, method, address, 302, leadsTo]);
    }
  }

  mails.reply = 'accepts';
  expect((await ask(path, admin, 'POST')).headers.get('Location')).toBe('/admin/jobs?retried=1');
  await expect.poll(() => mails.accepted.length, { timeout: 20_000 }).toBe(1);
  expect(await failed()).toBeUndefined();
  expect((await ask(path, admin)).status).toBe(404);
  expect((await ask(path, admin, 'POST')).status).toBe(409);
  expect((await ask('/admin/jobs/nonsense', admin)).status).toBe(404);
  // A refused retry is not recorded.
  expect(await db.select().from(audit).where(eq(audit.action, 'RETRY_JOB'))).toMatchObject([
    { actorId: adminId, entity: null, after: { job } },
  ]);
});

it('removes files that no row refers to', async () => {
  const key = 'a'.repeat(32);
  await mkdir(join(folder, key));
  await db.insert(fileRemoval).values({ key, dueAt: new Date() });
  // The sweep of the current minute is due as soon as the server starts.
  await start();
  const gone = async () => [await readdir(folder), await db.select().from(fileRemoval)];
  await expect.poll(gone, { timeout: 20_000 }).toEqual([[], []]);
});
