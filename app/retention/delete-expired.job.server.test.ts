import { getTableName, is, type SQL, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';

/** Tables without a period: why their rows stay, or with what they are deleted. */
const KEPT: Record<string, string> = {
  ...naming('what administrators write and set', [
    ...['blog', 'fragment', 'city', 'block_address', 'parameter'],
    ...['authority', 'camera_type', 'channel_status', 'country', 'currency', 'language', 'role_name'],
    ...['video_quality', 'stripe_environment'],
  ]),
  ...naming('until an administrator deletes it', ['inquiry', 'subscription', 'demo_row', 'skipped_step']),
  ...naming('until the account is deleted, or its owner changes it', [
    ...[
      'user',
      'credential',
      'role',
      'passkey',
      'recovery_code',
      'card',
      'payout_account',
      'stripe_customer',
    ],
    ...['user_language', 'user_price', 'user_block', 'user_favourite', 'review', 'image', 'webhook'],
    ...['producer_setting', 'availability_rule'],
  ]),
  ...naming('what was agreed and paid: the law asks for it', [
    ...['booking', 'payment', 'refund', 'dispute', 'ledger', 'stream', 'complaint'],
  ]),
  call_quality: 'goes with the room',
  keyed_room: 'goes with the room',
  webhook_delivery: 'goes with the event',
  webhook_attempt: 'goes with the event',
  push_notification: 'goes with the session, or when its push service knows it no more',
  busy: 'goes with the booking or request',
  file_removal: 'a job of its own, each minute',
};

function naming(reason: string, tables: string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let db: Database;
let periods: typeof import('./periods.server.ts');
let parameters: import('#app/platform/parameters.server.ts').Parameters;
let stepAt: (ms: number) => number;

beforeAll(async () => {
  db = await openServicesDatabase();
  periods = await import('./periods.server.ts');
  ({ stepAt } = await import('#app/accounts/second-factor/totp.server.ts'));
  parameters = await (await import('#app/platform/parameters.server.ts')).currentParameters();
});
afterAll(() => db.$client.end());

async function run(): Promise<void> {
  const { deleteExpired } = await import('./delete-expired.job.server.ts');
  await deleteExpired.attempt({}, { id: 'sweep', isFirst: true });
}

/** The first row of an insert. */
async function first<Row>(rows: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new Error('nothing was written');
  return row;
}

const some = () => crypto.randomUUID();

async function person(): Promise<string> {
  const name = `p-${some()}`.slice(0, 40);
  const values = { username: name, urlname: name, email: `${name}@example.org` };
  return (await first(db.insert(schema.user).values(values).returning())).id;
}

async function request(values: Partial<typeof schema.callRequest.$inferInsert> = {}): Promise<string> {
  const agreed = { budgetMinutes: 10, priceMinor: 100, currency: 'EUR', amount: 1_000, clientKey: some() };
  const row = { ...agreed, status: 'BUSY' as const, ...values };
  return (await first(db.insert(schema.callRequest).values(row).returning())).id;
}

async function stream(): Promise<string> {
  const values = { requestId: await request({ status: 'CANCELLED' }), budgetMs: 600_000, priceMinor: 100 };
  return (
    await first(
      db
        .insert(schema.stream)
        .values({ ...values, currency: 'EUR' })
        .returning(),
    )
  ).id;
}

async function room(values: Partial<typeof schema.channel.$inferInsert> = {}): Promise<string> {
  const now = new Date();
  const row = { token: some(), nodeId: 'n', hostKey: 'h', expiresAt: now, status: 'FINISHED', endedAt: now };
  return (
    await first(
      db
        .insert(schema.channel)
        .values({ ...row, ...values })
        .returning(),
    )
  ).id;
}

/** For each table with a period: the age limit of its rows, and a row of a given age. */
const CASES: Record<string, { age: number; make: (at: Date) => Promise<unknown> }> = {
  session: {
    age: 0,
    make: async (expiresAt) =>
      db.insert(schema.session).values({ userId: await person(), tokenHash: some(), expiresAt }),
  },
  email_token: {
    age: 0,
    make: async (expiresAt) =>
      db.insert(schema.emailToken).values({
        ...{ userId: await person(), purpose: 'VERIFY_EMAIL', email: 'a@example.org' },
        ...{ tokenHash: some(), expiresAt },
      }),
  },
  challenge: {
    age: 0,
    make: (expiresAt) =>
      db.insert(schema.challenge).values({ tokenHash: some(), purpose: 'USE_PASSKEY', expiresAt }),
  },
  rate_limit: {
    age: 0,
    make: (expire) => db.insert(schema.rateLimit).values({ key: some(), points: 1, expire }),
  },
  known_device: {
    age: 400 * DAY,
    make: async (lastSeenAt) =>
      db.insert(schema.knownDevice).values({ userId: await person(), tokenHash: some(), lastSeenAt }),
  },
  totp: {
    age: DAY,
    make: async (at) =>
      db.insert(schema.totp).values({ userId: await person(), secret: 's', lastStep: stepAt(at.getTime()) }),
  },
  notification: {
    age: 90 * DAY,
    make: async (createdAt) =>
      db.insert(schema.notification).values({ userId: await person(), kind: 'PAYOUT', createdAt }),
  },
  availability_exception: {
    // By whole days of UTC.
    age: 30 * DAY + (Date.now() % DAY),
    make: async (at) => {
      const day = at.toISOString().slice(0, 10);
      const values = { kind: 'OFF' as const, firstDay: day, lastDay: day, timeZone: 'UTC' };
      return db.insert(schema.availabilityException).values({ ...values, producerId: await person() });
    },
  },
  webhook_event: {
    age: 30 * DAY,
    make: async (createdAt) =>
      db
        .insert(schema.webhookEvent)
        .values({ userId: await person(), type: 'call.started', data: {}, createdAt }),
  },
  stripe_event: {
    age: 30 * DAY,
    make: (receivedAt) => db.insert(schema.stripeEvent).values({ id: some(), type: 't', receivedAt }),
  },
  stream_tick: {
    age: 90 * DAY,
    make: async (at) =>
      db.insert(schema.streamTick).values({
        ...{ streamId: await stream(), at, ms: 5_000 },
        ...{ offeredMs: 5_000, attendedMs: 0, deliveredMs: 0 },
      }),
  },
  media_node: {
    age: 7 * DAY,
    make: (heartbeatAt) => db.insert(schema.mediaNode).values({ id: some(), heartbeatAt }),
  },
  call_sample: {
    age: 30 * DAY,
    make: async (at) =>
      db.insert(schema.callSample).values({ channelId: await room(), seat: 'host', at, ms: 10_000 }),
  },
  call_event: {
    age: 30 * DAY,
    make: async (at) => db.insert(schema.callEvent).values({ channelId: await room(), at, kind: 'started' }),
  },
  audit: { age: 400 * DAY, make: (createdAt) => db.insert(schema.audit).values({ action: 'a', createdAt }) },
  channel: { age: 400 * DAY, make: (endedAt) => room({ endedAt }) },
  call_request: { age: 400 * DAY, make: (createdAt) => request({ createdAt }) },
  free_call: {
    age: 400 * DAY,
    make: async (createdAt) =>
      db
        .insert(schema.freeCall)
        .values({ calleeId: await person(), callerKey: some(), status: 'EXPIRED', createdAt }),
  },
  api_key: {
    age: 400 * DAY,
    make: async (expiresAt) =>
      db.insert(schema.apiKey).values({
        ...{ userId: await person(), name: 'k', prefix: 'pk_', tokenHash: some() },
        ...{ scopes: [], expiresAt },
      }),
  },
};

const TABLES = Object.values(schema).flatMap((value): PgTable[] => (is(value, PgTable) ? [value] : []));
const names = TABLES.map(getTableName);

it('has a period for each table, or a reason why its rows stay', () => {
  expect([...periods.PERIODS.map(periods.nameOf), ...Object.keys(KEPT)].toSorted()).toEqual(names.toSorted());
  expect(Object.keys(CASES).toSorted()).toEqual(periods.PERIODS.map(periods.nameOf).toSorted());
});

describe.each(Object.entries(CASES))('%s', (name, { age, make }) => {
  it('deletes a row a minute past its limit and keeps one a minute before', async () => {
    const table = TABLES.find((one) => getTableName(one) === name);
    if (!table) throw new Error('no such table');
    await make(new Date(Date.now() - age + MINUTE));
    const kept = await db.select().from(table);
    await make(new Date(Date.now() - age - MINUTE));
    expect(await db.$count(table)).toBe(kept.length + 1);
    await run();
    expect(new Set(await db.select().from(table))).toEqual(new Set(kept));
  });
});

it('keeps rooms of paid calls without their hosts’ places, and deletes what belongs to other rooms', async () => {
  const old = new Date(Date.now() - 401 * DAY);
  const endsAt = old;
  const place = { latitude: 40, longitude: -3, endedAt: old };
  const paid = await room({ streamId: await stream(), endsAt, ...place });
  const free = await room(place);
  const recent = await room({ ...place, endedAt: new Date(Date.now() - 30 * DAY + MINUTE) });
  const sums = { samples: 2, losses: 0, lossSum: 0, receivedBytes: 0, watchedMs: 0, frozenMs: 0 };
  await db.insert(schema.callHealth).values({ channelId: free, seat: 'host', ...sums });
  await db.insert(schema.inquiry).values({ message: 'about it', channelId: free });
  await run();
  const left = await db.select().from(schema.channel);
  expect(left.find(({ id }) => id === free)).toBeUndefined();
  expect(left.find(({ id }) => id === paid)).toMatchObject({ latitude: null, longitude: null });
  expect(left.find(({ id }) => id === recent)).toMatchObject({ latitude: 40, longitude: -3 });
  expect(await db.select().from(schema.callHealth)).toEqual([]);
  expect(await db.select().from(schema.inquiry)).toMatchObject([{ message: 'about it', channelId: null }]);
});

it('keeps paid requests, confirmed authenticator apps, keys in use and rooms of running calls', async () => {
  const createdAt = new Date(Date.now() - 401 * DAY);
  const asked = await request({ createdAt });
  const cost = { currency: 'EUR', amount: 1_000, feeBps: 0, destination: 'acct_1' };
  await db.insert(schema.payment).values({ requestId: asked, ...cost });
  const userId = await person();
  await db.insert(schema.totp).values({ userId, secret: 's', lastStep: 1, confirmedAt: createdAt });
  const key = { userId, name: 'k', prefix: 'pk_', scopes: [], createdAt };
  await db.insert(schema.apiKey).values({ ...key, tokenHash: some() });
  const running = await room({ status: 'STARTED', endedAt: null, createdAt, latitude: 1, longitude: 1 });
  await run();
  expect(await db.$count(schema.callRequest, sql`id = ${asked}`)).toBe(1);
  expect(await db.$count(schema.totp, sql`user_id = ${userId}`)).toBe(1);
  expect(await db.$count(schema.apiKey, sql`user_id = ${userId}`)).toBe(1);
  expect(await db.$count(schema.channel, sql`id = ${running} and latitude = 1`)).toBe(1);
});

it('deletes more rows than fit into one statement', async () => {
  await db.execute(sql`insert into rate_limit (key, points, expires_at)
    select 'many:' || n, 1, now() - interval '1 minute' from generate_series(1, 4001) n`);
  await run();
  expect(await db.$count(schema.rateLimit, sql`key like 'many:%'`)).toBe(0);
});

it('uses the parameters', async () => {
  const { currentParameters } = await import('#app/platform/parameters.server.ts');
  const { sessionExpiry } = await import('#app/http/viewers/session-life.server.ts');
  await db.insert(schema.parameter).values([
    { name: 'audit-days', value: '200' },
    { name: 'session-days', value: '10' },
  ]);
  await expect.poll(async () => (await currentParameters()).number('session-days')).toBe(10);
  expect(await sessionExpiry(0)).toEqual(new Date(10 * DAY));
  const createdAt = new Date(Date.now() - 201 * DAY);
  await db.insert(schema.audit).values({ action: 'old', createdAt });
  await run();
  expect(await db.$count(schema.audit, sql`action = 'old'`)).toBe(0);
});

it('continues with the next table after a failure and reports it', async () => {
  await db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
  await db.execute(sql`create trigger refuse before delete on session execute function refuse()`);
  await CASES.session?.make(new Date(Date.now() - MINUTE));
  await CASES.challenge?.make(new Date(Date.now() - MINUTE));
  await expect(run()).rejects.toThrow('1 of the deletions failed');
  expect(await db.$count(schema.challenge, sql`expires_at < now()`)).toBe(0);
  await db.execute(sql`drop trigger refuse on session`);
});

/** The part of a query plan in JSON that the test reads. */
const nodeSchema = z.object({
  'Node Type': z.string(),
  get Plans() {
    return z.array(nodeSchema).optional();
  },
});
type PlanNode = z.infer<typeof nodeSchema>;
const kinds = ({ 'Node Type': kind, Plans = [] }: PlanNode): string[] => [kind, ...Plans.flatMap(kinds)];

it('finds expired rows by an index in every table but the small one', async () => {
  const looks: [string, PgTable, SQL | undefined][] = [
    ['locations', schema.channel, periods.locationIsOver(parameters)],
    ...periods.PERIODS.map((period): (typeof looks)[number] => [
      periods.nameOf(period),
      period.table,
      period.isOver(parameters),
    ]),
  ];
  const scanned: string[] = [];
  for (const [name, table, isOver] of looks) {
    const [row] = await db.transaction(async (tx) => {
      // PostgreSQL scans small tables sequentially unless that is made expensive.
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain (format json) select ctid from ${table} where ${isOver} limit 2000`);
    });
    const [{ Plan }] = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: nodeSchema })]) }).parse(row)[
      'QUERY PLAN'
    ];
    if (kinds(Plan).includes('Seq Scan')) scanned.push(name);
  }
  // `media_node` has only one row per machine.
  expect(scanned).toEqual(['media_node']);
});
