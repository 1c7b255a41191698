import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import postgres from 'postgres';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '#db/migrate.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { isSignedIn, logIn, type Member, signUp } from '../../support/people/members.ts';
import { Client } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

/** How long PostgreSQL is down: longer than it takes to restart. */
const DOWN_MS = 20_000;

/** The response while a service that the request needs is down. */
const UNAVAILABLE = { status: 503, body: { code: 'UNAVAILABLE' } };

const rename = ({ client }: Member, username: string, version: number) =>
  client.call('/personal/account', {
    body: new URLSearchParams({ intent: 'username', username, version: String(version) }),
  });

/** The process id of PostgreSQL. @param url as superuser */
async function postmaster(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  try {
    const [row] = await sql<{ data_directory: string }[]>`show data_directory`;
    return Number((await readFile(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  } finally {
    await sql.end();
  }
}

it('while PostgreSQL is down for 20 s every response says to retry, and then nothing is lost', async () => {
  let cluster = await startTemporaryCluster();
  onTestFinished(() => cluster.stop());
  await migrateDatabase(cluster.url());
  const mailbox = await Mailbox.open();
  onTestFinished(() => mailbox.close());
  const server = await startWebServer(cluster.url(), { MAIL_FOLDER: mailbox.folder });
  onTestFinished(() => server.stop());
  const person = await signUp(server.url);

  process.kill(await postmaster(cluster.superuserUrl()), 'SIGINT');
  await cluster.exited;
  const gone = Date.now();
  const { client } = person;
  const answers = [
    await client.call('/api/user/auth'),
    await client.call(`/api/user/${person.id}`),
    await client.call('/api/inquiry', { body: { message: 'Hello' } }),
    await logIn(new Client(server.url), person.username),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  const pages = [
    await client.call('/'),
    await client.call('/personal/account'),
    await client.call('/personal/account.data'),
    await rename(person, `${person.username}-a`, 1),
  ];
  for (const page of pages) {
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  await sleep(DOWN_MS - (Date.now() - gone));

  cluster = await cluster.restart();
  await expect
    .poll(() => client.call('/api/user/auth'), { timeout: 20_000 })
    .toMatchObject({
      status: 200,
      body: { id: person.id, username: person.username },
    });
  expect((await rename(person, `${person.username}-a`, 1)).status).toBe(302);
  // The queue of emails works again as well.
  await client.call('/api/email/verification', { method: 'POST' });
  await mailbox.waitFor(person.email, 'Confirm');
  expect(server.log()).not.toMatch(/uncaughtException|unhandledRejection/);
}, 120_000);

it('a full disk refuses an upload until there is room, and keeps what was there', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'full-'));
  const run = promisify(execFile);
  // Only root may mount.
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).catch(() => null);
  if (!mounted) test.skip();
  onTestFinished(async () => {
    await run('umount', ['-l', folder]);
    await rm(folder, { recursive: true });
  });
  const server = await startWebServer(await createTestDatabase(), { STORAGE_FOLDER: folder });
  onTestFinished(() => server.stop());
  const { client, id } = await signUp(server.url);
  const picture = async (background: string) => {
    const form = new FormData();
    const image = sharp({ create: { width: 400, height: 400, channels: 3, background } });
    form.set(
      'file',
      new File([new Uint8Array(await image.png().toBuffer())], 'me.png', { type: 'image/png' }),
    );
    return client.call(`/api/avatar/${id}`, { body: form });
  };
  expect((await picture('red')).status).toBe(200);
  const before = await client.call(`/api/avatar/${id}`);
  const stored = await readdir(folder, { recursive: true });
  expect(stored.length).toBeGreaterThan(0);

  const filler = join(folder, 'filler');
  await writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => {});
  const refused = await picture('blue');
  expect(refused).toMatchObject(UNAVAILABLE);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await client.call(`/api/avatar/${id}`)).bytes).toEqual(before.bytes);
  expect(await readdir(folder, { recursive: true })).toEqual(expect.arrayContaining(stored));

  await rm(filler);
  expect((await picture('blue')).status).toBe(200);
  expect((await client.call(`/api/avatar/${id}`)).bytes).not.toEqual(before.bytes);
});

it('a clock that jumps an hour forward and back neither logs out nor locks out anybody', async () => {
  const clock = new URL('../../support/servers/moved-clock.ts', import.meta.url);
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'moved');
  const server = await startWebServer(await createTestDatabase(), {
    NODE_OPTIONS: `--import=${clock}`,
    MOVED_CLOCK: file,
  });
  onTestFinished(() => server.stop());
  const person = await signUp(server.url);
  // The server's log contains its time.
  const hoursAhead = async () => {
    await person.client.call('/api/pinga/heartbeat');
    const [, time] = /.*"time":(\d+)/s.exec(server.log()) ?? [];
    return (Number(time) - Date.now()) / 3_600_000;
  };
  const works = async () => {
    expect(await isSignedIn(person.client)).toBe(true);
    expect((await logIn(new Client(server.url, person.client.address), person.username)).status).toBe(200);
    const { body } = await person.client.call(`/api/user/${person.id}`);
    expect(body).toMatchObject({ username: person.username });
  };
  await works();
  await writeFile(file, '');
  await expect.poll(hoursAhead).toBeCloseTo(1);
  await works();
  await rm(file);
  await expect.poll(hoursAhead).toBeCloseTo(0);
  await works();
});
