import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Attempt } from '#app/platform/jobs/job.server.ts';
import { emailQueue } from '#app/platform/mail/email.server.ts';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { jobDatabase } from '#db/jobs.ts';
import { credential, user } from '#db/schema/index.ts';
import { linkIn, Mailbox } from '#tests/support/servers/mailbox.ts';

const origin = 'https://panocall.example';
const email = 'Anna@example.org';

let db: Database;
let mailbox: Mailbox;
let attempt: (mail: object, attempt: Attempt) => Promise<void>;
let passwordReset: typeof import('./password-reset.job.server.ts').passwordReset;
let links: typeof import('./email-links.server.ts');
let userId: string;
let passwordSetAt: string;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('MAIL_FOLDER', mailbox.folder);
  db = await openServicesDatabase();
  const { accountEmail } = await import('./send-account.email.server.ts');
  const { sendEmail } = await import('#app/platform/mail/email.job.server.ts');
  attempt = (mail, at) => sendEmail(accountEmail, mail, at);
  ({ passwordReset } = await import('./password-reset.job.server.ts'));
  links = await import('./email-links.server.ts');
});
afterAll(async () => {
  await db.$client.end();
  await mailbox.close();
});

beforeEach(async () => {
  await mailbox.empty();
  await db.delete(user);
  const [row] = await db
    .insert(user)
    .values({ username: 'anna', urlname: 'anna', email })
    .returning({ id: user.id });
  userId = row?.id ?? '';
  const [set] = await db
    .insert(credential)
    .values({ userId, passwordHash: 'hash' })
    .returning({ updatedAt: credential.updatedAt });
  passwordSetAt = set?.updatedAt.toISOString() ?? '';
});

it('sends the same email with the same link in every attempt', async () => {
  const id = randomUUID();
  for (const isFirst of [true, false]) {
    await attempt({ about: 'welcome', userId, email, origin }, { id, isFirst });
  }
  const [first = '', second] = await mailbox.to(email);
  expect(second).toBe(first);
  expect(first).toContain(`Message-ID: <${id}@`);
  expect(await links.linkState(linkIn(first).token, ['VERIFY_EMAIL'])).toBe('live');
});

it('keeps a link to a mistyped new address only until another is asked for', async () => {
  const link = async (to: string) => {
    const mail = { about: 'changeEmail', userId, email: to, origin, passwordSetAt, replaces: email };
    await attempt(mail, { id: randomUUID(), isFirst: true });
    return linkIn((await mailbox.to(to)).at(-1) ?? '').token;
  };
  const mistyped = await link('ana@example.org');
  const [first, second] = [await link('new@example.org'), await link('new@example.org')];
  const state = (token: string) => links.linkState(token, ['CHANGE_EMAIL']);
  expect(await Promise.all([mistyped, first, second].map(state))).toEqual(['gone', 'live', 'live']);
});

it.each(['reset', 'changeEmail'] as const)(
  'sends no link for %s once the password was changed',
  async (about) => {
    const mail = { about, userId, email, origin, passwordSetAt, replaces: email };
    const send = () => attempt(mail, { id: randomUUID(), isFirst: false });
    await send();
    expect(await mailbox.to(email)).toHaveLength(1);
    await db.update(credential).set({ updatedAt: new Date() }).where(eq(credential.userId, userId));
    await send();
    expect(await mailbox.to(email)).toHaveLength(1);
  },
);

it.each(['welcome', 'verify', 'reset'] as const)(
  'sends no link for %s to a former address',
  async (about) => {
    await db.update(user).set({ email: 'new@example.org' }).where(eq(user.id, userId));
    const mail = { about, userId, email, origin, passwordSetAt };
    await attempt(mail, { id: randomUUID(), isFirst: false });
    expect(await mailbox.to(email)).toEqual([]);
  },
);

it('sends no link to a new address once the account has another one', async () => {
  const to = 'new@example.org';
  const mail = {
    about: 'changeEmail',
    userId,
    email: to,
    origin,
    passwordSetAt,
    replaces: 'old@example.org',
  };
  await attempt(mail, { id: randomUUID(), isFirst: true });
  expect(await mailbox.to(to)).toEqual([]);
});

it('enqueues one email for the account with an address, however many attempts, and none for an unknown address', async () => {
  await new PgBoss({ db: jobDatabase(db) }).createQueue(emailQueue.name);
  const waiting = async () => {
    const rows = await db.execute(sql`select data from pgboss.job where name = ${emailQueue.name}`);
    return rows.map(({ data }) => data);
  };
  const unknown = { email: 'unknown@example.org', origin };
  await passwordReset.attempt(unknown, { id: randomUUID(), isFirst: true });
  expect(await waiting()).toEqual([]);
  const id = randomUUID();
  for (const isFirst of [true, false]) {
    await passwordReset.attempt({ email: email.toUpperCase(), origin }, { id, isFirst });
  }
  expect(await waiting()).toEqual([
    { email: 'account', data: { about: 'reset', userId, email, origin, passwordSetAt } },
  ]);
});
