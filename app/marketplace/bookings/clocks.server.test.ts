import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { booking, notification } from '#db/schema/index.ts';
import { makeUser } from '#tests/support/people/people.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** UTC offsets in hours, in winter under 2025c, of zones whose rules changed in 2026. */
const FORMER: Partial<Record<string, number>> = { 'Africa/Casablanca': 1, 'America/Vancouver': -8 };
const ZONES = [...Object.keys(FORMER), 'Europe/Madrid', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];

let db: Database;
let jobs: typeof import('./clocks.job.server.ts');
let closeDatabase: () => Promise<void>;
let people: { producerId: string; consumerId: string };

beforeAll(async () => {
  db = await openServicesDatabase();
  jobs = await import('./clocks.job.server.ts');
  const service = await import('#app/platform/database.server.ts');
  closeDatabase = () => service.db.$client.end();
  people = { producerId: await makeUser(db), consumerId: await makeUser(db) };
  // Enqueueing needs the queue, which a worker would create.
  await db.execute(sql`select pgboss.create_queue('email-send', '{"policy": "standard"}')`);
});
afterAll(async () => {
  await closeDatabase();
  await db.$client.end();
});

/** Local time by `Intl` under this process's rules: `2027-03-28T12:00:00`. */
const shown = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T');

let hours = 0;
async function make(
  timeZone: string,
  values: Partial<typeof booking.$inferInsert> & { startAt?: Date } = {},
): Promise<typeof booking.$inferSelect> {
  // Start times are spread out, as both people can have only one booking at a time.
  const startAt =
    values.startAt ?? new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + ++hours * 30 * HOUR_MS);
  const offset = FORMER[timeZone];
  const [row] = await db
    .insert(booking)
    .values({
      ...{ ...people, startAt, endAt: new Date(startAt.getTime() + HOUR_MS), timeZone, restMinutes: 0 },
      ...{ status: 'CONFIRMED', priceMinor: 100, currency: 'EUR', amount: 6_000, clientKey: randomUUID() },
      localStart:
        offset === undefined
          ? shown(startAt.getTime(), timeZone)
          : shown(startAt.getTime() + offset * HOUR_MS, 'UTC'),
      tzVersion: '2025c',
      ...values,
    })
    .returning();
  if (!row) throw new Error('no booking was made');
  return row;
}

const isOther = ({ startAt, timeZone, localStart }: typeof booking.$inferSelect) =>
  localStart.replace(' ', 'T') !== shown(startAt.getTime(), timeZone);
const check = () => jobs.checkClocks.attempt({}, { id: randomUUID(), isFirst: true });
const waived = async () =>
  (await db.select({ id: booking.id }).from(booking).where(eq(booking.waived, 'CLOCK'))).map(({ id }) => id);
const mails = () =>
  db.execute<{ data: object }>(
    sql`select data->'data' as data from pgboss.job where name = 'email-send' order by data->'data'`,
  );

it('finds exactly the bookings whose local time has changed, once', async () => {
  const made: (typeof booking.$inferSelect)[] = [];
  for (let nth = 0; nth < 280; nth++) made.push(await make(ZONES[nth % ZONES.length] ?? 'UTC'));
  const wanted = made.filter(isOther).map(({ id }) => id);
  const zones = new Set(made.filter(isOther).map(({ timeZone }) => timeZone));
  expect(zones).toEqual(new Set(Object.keys(FORMER)));

  await check();
  expect((await waived()).toSorted()).toEqual(wanted.toSorted());
  // The instants stay, and the stored local times are up to date.
  const after = await db.select().from(booking);
  expect(after.filter(isOther)).toEqual([]);
  expect(new Set(after.map(({ tzVersion }) => tzVersion))).toEqual(new Set([process.versions.tz]));
  const starts = (rows: typeof made) =>
    rows.map(({ id, startAt }) => `${id} ${startAt.toISOString()}`).toSorted();
  expect(starts(after)).toEqual(starts(made));
  expect(await mails()).toHaveLength(2 * wanted.length);
  const told = await db.select().from(notification).where(eq(notification.kind, 'BOOKING_CLOCK'));
  expect(told).toHaveLength(2 * wanted.length);

  await check();
  expect(await mails()).toHaveLength(2 * wanted.length);
});

it('ignores bookings that have started, ended, are unpaid, or were made under newer rules', async () => {
  const before = new Set(await waived());
  const zone = 'Africa/Casablanca';
  const localStart = '2020-01-01T00:00:00';
  const started = await make(zone, { localStart, startAt: new Date(Date.now() - HOUR_MS) });
  const rows = [
    started,
    await make(zone, { localStart, status: 'CANCELLED', endedReason: 'CONSUMER' }),
    await make(zone, { localStart, status: 'PAYING', payBy: new Date() }),
    await make(zone, { localStart, tzVersion: '2999a' }),
  ];
  const waiting = await make(zone, { localStart, status: 'WAITING', confirmBy: new Date() });
  await check();
  expect((await waived()).filter((id) => !before.has(id))).toEqual([waiting.id]);
  const same = await db
    .select()
    .from(booking)
    .where(
      and(
        inArray(
          booking.id,
          rows.map(({ id }) => id),
        ),
        eq(booking.localStart, localStart),
      ),
    );
  expect(same).toHaveLength(rows.length);
});
