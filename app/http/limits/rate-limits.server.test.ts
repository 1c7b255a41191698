import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { rateLimit } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

let db: Database;
let servicesDb: Database;
let limits: typeof import('./rate-limits.server.ts');
beforeAll(async () => {
  db = await openServicesDatabase();
  limits = await import('./rate-limits.server.ts');
  ({ db: servicesDb } = await import('#app/platform/database.server.ts'));
});
afterAll(() => Promise.all([db, servicesDb].map(({ $client }) => $client.end())));

const refused = { code: 'RATE_LIMITED' };

it('counts an IPv6 network as one client, and IPv4 addresses one by one', async () => {
  const { spend } = limits;
  const network = [
    '2001:db8::1',
    '2001:db8:0:0:ffff::2',
    '2001:0db8:0000::3',
    '2001:db8::4:5:6',
    '2001:DB8::7',
  ];
  for (const address of network) await spend('password', address);
  await expect(spend('password', '2001:db8::8')).rejects.toMatchObject(refused);
  await expect(spend('password', '2001:db8:0:1::1')).resolves.toBeUndefined();
  for (let host = 1; host <= 6; host++) await spend('password', `::ffff:192.0.2.${host}`);
});

it('refunds points of attempts that do not count', async () => {
  for (let n = 0; n < 20; n++) {
    await limits.spend('password', 'anna');
    await limits.refund('password', 'anna');
  }
});

it('runs no more attempts at once than may fail, and counts only those that fail', async () => {
  /** Runs attempts at once; none ends before all have been admitted or refused. @returns their error codes */
  const burst = (size: number, end: () => void) => {
    let waiting = size;
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrive = () => --waiting === 0 && release();
    const attempts = Array.from({ length: size }, () =>
      limits
        .countRefusals('wrongCode', '192.0.2.50', ['CODE_INVALID'], async () => {
          arrive();
          await arrived;
          end();
        })
        .then(
          () => 'done',
          (error: unknown) => {
            if (!(error instanceof ProtocolError)) throw error;
            if (error.code === 'RATE_LIMITED') arrive();
            return error.code;
          },
        ),
    );
    return Promise.all(attempts);
  };
  const fail = (code: 'CODE_INVALID' | 'SEAT_TAKEN') => () => {
    throw new ProtocolError(code);
  };
  expect(await burst(20, () => {})).toEqual(Array(20).fill('done'));
  expect(await burst(20, fail('SEAT_TAKEN'))).toEqual(Array(20).fill('SEAT_TAKEN'));
  const codes = await burst(60, fail('CODE_INVALID'));
  expect(codes.filter((code) => code === 'CODE_INVALID')).toHaveLength(20);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(40);
});

it('says when to try again, and refuses a spent key without the database', async () => {
  const attempts = () => Promise.allSettled(Array.from({ length: 11 }, () => limits.spend('signUp', 'hot')));
  expect((await attempts()).filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  await db.delete(rateLimit);
  const error = await limits.spend('signUp', 'hot').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ ...refused, afterS: expect.any(Number) });
  expect(error).toMatchObject({ afterS: expect.closeTo(3600, -2) });
  expect(await db.select().from(rateLimit)).toEqual([]);
});

it('counts in memory while the table is unreachable', async () => {
  await db.execute(sql`alter table rate_limit rename to gone`);
  try {
    for (let n = 0; n < 5; n++) await limits.spend('password', 'bob');
    await expect(limits.spend('password', 'bob')).rejects.toMatchObject(refused);
  } finally {
    await db.execute(sql`alter table gone rename to rate_limit`);
  }
});
