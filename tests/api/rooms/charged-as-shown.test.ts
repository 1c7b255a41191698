import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { booking, callRequest, channel, payment, stream } from '#db/schema/index.ts';
import type { MeterReading } from '#media-server/rooms/meter-reading.ts';
import { StreamCount } from '#media-server/rooms/stream-count.ts';
import { StreamStore } from '#media-server/rooms/stream-store.ts';
import type { EndReason, SeatName } from '#protocol/channel.ts';
import { makeUser, unique } from '../../support/people/people.ts';

/**
 * Random calls, metered, stored, settled and listed by the modules of both servers. No time passes: a step says how long
 * its readings lasted.
 */

let db: Database;
let store: StreamStore;
let settleStreams: typeof import('#app/marketplace/requests/settle.job.server.ts').settleStreams;
let closeBookings: typeof import('#app/marketplace/bookings/change-bookings.server.ts').closeBookings;
let readOwnStream: typeof import('#app/streams/own-streams.server.ts').readOwnStream;
let webDb: Database;

beforeAll(async () => {
  db = await openServicesDatabase();
  store = new StreamStore(db);
  // Enqueueing needs queues, which a worker would create.
  for (const queue of ['payment-move', 'booking-strike', 'email-send'])
    await db.execute(sql`select pgboss.create_queue(${queue}::text, '{"policy": "standard"}')`);
  ({ settleStreams } = await import('#app/marketplace/requests/settle.job.server.ts'));
  ({ closeBookings } = await import('#app/marketplace/bookings/change-bookings.server.ts'));
  ({ readOwnStream } = await import('#app/streams/own-streams.server.ts'));
  ({ db: webDb } = await import('#app/platform/database.server.ts'));
});
afterAll(async () => {
  await db.$client.end();
  await webDb.$client.end();
});

const MINUTE = 60_000;
const nobody: MeterReading = {
  ...{ offered: false, attended: false, due: false },
  ...{ forwarded: false, heard: false },
};
const host: MeterReading = { ...nobody, offered: true };
const guest: MeterReading = { ...nobody, attended: true };
const unseen: MeterReading = { ...host, attended: true, due: true };
const silent: MeterReading = { ...unseen, forwarded: true };
const whole: MeterReading = { ...silent, heard: true };

/** Readings for some seconds, each a bit late, as timers are. */
const looks = fc.record({
  kind: fc.constant('look' as const),
  reading: fc.oneof(
    { weight: 6, arbitrary: fc.constant(whole) },
    { weight: 2, arbitrary: fc.constantFrom(host, guest, unseen, silent, nobody) },
  ),
  seconds: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 900 })),
  everyMs: fc.integer({ min: 880, max: 1_400 }),
});
/** The call ends some ms after the last look, and is continued after a while. */
const left = fc.record({
  kind: fc.constant('left' as const),
  afterMs: fc.integer({ min: 0, max: 1_200 }),
  by: fc.constantFrom<(SeatName | null)[]>('host', 'guest', null),
  reason: fc.constantFrom<EndReason[]>('left', 'lost', 'server'),
  goneMs: fc.integer({ min: 500, max: 100_000 }),
});
const step = fc.oneof(
  { weight: 5, arbitrary: looks },
  { weight: 2, arbitrary: left },
  {
    weight: 4,
    // `lost`: written, but the answer did not arrive. `moved`: another process continues from what was written.
    arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'lost' as const, 'moved' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      minutes: fc.integer({ min: 1, max: 3 }),
      isHeard: fc.boolean(),
    }),
  },
);
const plan = fc.record({
  isBooking: fc.boolean(),
  priceMinor: fc.oneof(fc.integer({ min: 50, max: 120 }), fc.integer({ min: 50, max: 3_000 })),
  feeBps: fc.integer({ min: 0, max: 3_000 }),
  minutes: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  last: left,
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** Inserts what a call is, with its hold. */
async function insert({ isBooking, priceMinor, feeBps, minutes }: Plan) {
  const [producerId, consumerId] = [await makeUser(db), await makeUser(db)];
  const both = { producerId, consumerId, priceMinor, currency: 'EUR', clientKey: randomUUID() };
  const from = Date.now() - 50 * MINUTE;
  const length = isBooking ? 30 : minutes;
  const [startAt, endAt] = [new Date(from), new Date(from + 30 * MINUTE)];
  const clock = { timeZone: 'UTC', localStart: '2026-12-01T09:00:00', tzVersion: '2026c', restMinutes: 0 };
  const amount = priceMinor * length;
  const [booked] = isBooking
    ? await db
        .insert(booking)
        .values({ ...both, ...clock, status: 'CONFIRMED', startAt, endAt, amount })
        .returning()
    : [];
  const [request] = isBooking
    ? []
    : await db
        .insert(callRequest)
        .values({
          ...{ ...both, status: 'ACCEPTED', budgetMinutes: length, amount },
          ...{ answeredAt: startAt, endsAt: new Date(from + 60 * MINUTE) },
        })
        .returning();
  const of = { bookingId: booked?.id ?? null, requestId: request?.id ?? null };
  const budgetMs = isBooking ? null : length * MINUTE;
  const [row] = await db
    .insert(stream)
    .values({ ...both, ...of, budgetMs })
    .returning();
  const endsAt = isBooking ? endAt : new Date(from + 60 * MINUTE);
  const [room] = await db
    .insert(channel)
    .values({
      ...{ token: unique('CALL'), nodeId: 'node', hostKey: 'key', guestKey: 'other', status: 'FINISHED' },
      ...{ streamId: row?.id, endsAt, expiresAt: endsAt, startedAt: startAt, endReason: 'left' },
      endedAt: sql`now() - interval '5 minutes'`,
    })
    .returning();
  if (!row || !room) throw new Error('nothing was inserted');
  const hold = async (part: number, minutes: number) => {
    const money = { currency: 'EUR', amount: priceMinor * minutes, feeBps };
    await db.insert(payment).values({
      ...{ ...of, part, payeeId: producerId, payerId: consumerId, ...money },
      ...{ status: 'HELD', destination: 'acct_sample' },
    });
  };
  await hold(1, length);
  return { ...of, streamId: row.id, room, producerId, hold, from };
}

/** Plays a call as the meter does. @returns the last numbers that its seats were sent; null if none are final */
async function play(wanted: Plan, call: Awaited<ReturnType<typeof insert>>) {
  const { streamId, room, from } = call;
  const taken = async () => {
    const found = await store.of(room);
    if (!found) throw new Error('the stream is settled');
    return new StreamCount(found);
  };
  let count = await taken();
  let [now, part] = [from, 1];
  let seen: { reading: MeterReading; at: number } | null = null;
  const save = async () => expect(await store.save(streamId, room, count.totals, count.take())).toBe(true);
  const end = async ({ afterMs, by, reason }: Pick<Plan['last'], 'afterMs' | 'by' | 'reason'>) => {
    now += afterMs;
    if (seen) count.add(seen.reading, now - seen.at, now);
    seen = null;
    count.end({ endedBy: by, endReason: reason, seats: { host: null, guest: SEATED } }, now);
    await save();
    const [toHost, toGuest] = [count.finalEvent('host', now), count.finalEvent('guest', now)];
    return toHost && toGuest && { host: toHost, guest: toGuest };
  };
  const look = (reading: MeterReading, seconds: number, everyMs: number) => {
    for (const until = now + seconds * 1_000; now < until && !count.due; ) {
      now += everyMs;
      count.add(reading, seen ? now - seen.at : 0, now);
      seen = { reading, at: now };
    }
  };
  for (const doing of wanted.steps) {
    if (count.due) break;
    if (doing.kind === 'look') look(doing.reading, doing.seconds, doing.everyMs);
    else if (doing.kind === 'left') {
      await end(doing);
      now += doing.goneMs;
    } else if (doing.kind === 'extend' && !wanted.isBooking) {
      part += 1;
      await call.hold(part, doing.minutes);
      const more = doing.minutes * MINUTE;
      const budgetMs = sql`${stream.budgetMs} + ${more}::integer`;
      await db.update(stream).set({ budgetMs }).where(eq(stream.id, streamId));
      const length = await store.lengthOf(streamId, room.id);
      if (length && doing.isHeard) count.extend(length);
    } else if (doing.kind === 'moved') {
      count = await taken();
      seen = null;
    } else if (doing.kind !== 'extend') {
      await save();
      if (doing.kind === 'lost') await save();
    }
  }
  const final = await end({ ...wanted.last, ...(count.due && { reason: count.due.reason, by: null }) });
  // In a booking, the streamer may come back alone.
  if (final && wanted.isBooking) {
    look(host, 120, 1_000);
    await save();
  }
  return final;
}

const SEATED = {
  ...{ connected: true, camera: null, producers: [], dataProducers: [], encryption: null },
  ...{ videoCodecs: { send: null, receive: null }, takesScreen: false, controlModes: [], handRaised: false },
  ...{ recording: 'off' as const, videoWish: { size: 'full' as const, saveData: false, detail: false } },
};

/** Settles a call. @returns what both people find afterwards */
async function settle({ bookingId, streamId, producerId }: Awaited<ReturnType<typeof insert>>) {
  if (bookingId) await webDb.transaction((tx) => closeBookings(tx, eq(booking.id, bookingId)));
  else await settleStreams.attempt({}, { id: randomUUID(), isFirst: true });
  const [row] = await db.select().from(stream).where(eq(stream.id, streamId));
  const streamer = { id: producerId, sessionId: '', confirmedAt: new Date(), authorities: new Set<never>() };
  const { stream: shown } = await readOwnStream({ ...streamer, secondFactorMissing: false }, streamId);
  return { charge: row?.charge, deliveredMs: row?.deliveredMs, earned: shown.earned };
}

it('what both people were shown at the end of a call is what is charged and earned', async () => {
  let known = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (wanted) => {
      const call = await insert(wanted);
      const final = await play(wanted, call);
      const settled = await settle(call);
      if (!final) {
        expect(wanted.isBooking).toBe(true);
        return;
      }
      known += final.guest.amountMinor > 0 ? 1 : 0;
      expect(final.host.deliveredMs).toBe(final.guest.deliveredMs);
      expect(settled).toEqual({
        charge: final.guest.amountMinor,
        earned: final.host.amountMinor,
        deliveredMs: final.guest.deliveredMs,
      });
    }),
    { numRuns: 150 },
  );
  expect(known).toBeGreaterThan(30);
}, 120_000);
