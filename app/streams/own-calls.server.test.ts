import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { callRequest, channel, freeCall, payment, review, user } from '#db/schema/index.ts';
import { complainAbout, SOLD, sell } from '#e2e/people/sold-rows.ts';
import { requestedCall } from '#tests/support/market/streams.ts';
import { makeStreamer, makeUser, unique } from '#tests/support/people/people.ts';
import type { OwnCall } from './own-calls.server.ts';

const MINUTE_MS = 60_000;

let db: Database;
let calls: typeof import('./own-calls.server.ts');
let closeDatabase: () => Promise<void>;
let streamer: string;
let customer: string;
let people: { producerId: string; consumerId: string };

beforeAll(async () => {
  db = await openServicesDatabase();
  calls = await import('./own-calls.server.ts');
  const service = await import('#app/platform/database.server.ts');
  closeDatabase = () => service.db.$client.end();
});
afterAll(async () => {
  await closeDatabase();
  await db.$client.end();
});
beforeEach(async () => {
  now = Date.now();
  [streamer, customer] = [await makeUser(db), await makeUser(db)];
  await makeStreamer(db, streamer);
  people = { producerId: streamer, consumerId: customer };
});

const viewer = (id: string) => ({
  ...{ id, sessionId: randomUUID(), confirmedAt: new Date(), authorities: new Set<never>() },
  secondFactorMissing: false,
});
const list = (id: string, page = 1) => calls.listOwnCalls(viewer(id), page);
/** The same for all times of a test, so that they are exactly as far apart as their minutes. */
let now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * MINUTE_MS);
/** What a list says of its only call, as `open state cost amount`. */
async function only(id: string) {
  const { open, over } = await list(id);
  const [call, ...others] = [...open, ...over];
  if (!call || others.length > 0) throw new Error('it is not the only call');
  const { state, cost, lengthMs, page, complaint, hasReceipt, stars } = call;
  const where = open.length > 0 ? 'open' : 'over';
  return {
    where,
    state,
    cost: cost && `${cost.about} ${cost.amount}`,
    lengthMs,
    page,
    complaint,
    hasReceipt,
    stars,
  };
}

async function request(values: Partial<typeof callRequest.$inferInsert>): Promise<string> {
  const [row] = await db
    .insert(callRequest)
    .values({
      ...{ ...people, priceMinor: 100, currency: 'EUR', status: 'EXPIRED', budgetMinutes: 20, amount: 2_000 },
      ...{ clientKey: randomUUID(), rangAt: ago(5), ...values },
    })
    .returning();
  return row?.id ?? '';
}

async function room(values: Partial<typeof channel.$inferInsert>): Promise<string> {
  const [row] = await db
    .insert(channel)
    .values({
      ...{
        token: unique('CALL'),
        nodeId: 'node',
        hostKey: 'key',
        hostUserId: streamer,
        guestUserId: customer,
      },
      ...{ status: 'FINISHED', expiresAt: ago(0), startedAt: ago(10), endedAt: ago(5), ...values },
    })
    .returning();
  return row?.id ?? '';
}

const rings = async (values: Partial<typeof freeCall.$inferInsert>): Promise<void> => {
  const call = { calleeId: streamer, callerId: customer, callerKey: 'key', status: 'EXPIRED' } as const;
  await db.insert(freeCall).values({ ...call, ...values });
};

/** Each booking's list, state, and cost to its customer and its streamer. */
const BOOKED: Record<string, [where: string, state: string, consumer: string, producer: string | null]> = {
  'not paid yet': ['open', 'PAYING', 'costs 3000', null],
  waiting: ['open', 'WAITING', 'costs 3000', 'gets 2550'],
  'waiting, held later': ['open', 'WAITING', 'costs 3000', 'gets 2550'],
  confirmed: ['open', 'CONFIRMED', 'costs 3000', 'gets 2550'],
  'confirmed, soon': ['open', 'CONFIRMED', 'costs 3000', 'gets 2550'],
  'confirmed, its card refused': ['open', 'CONFIRMED', 'costs 3000', 'gets 2550'],
  'confirmed, its clock has other rules': ['open', 'CONFIRMED', 'costs 3000', 'gets 2550'],
  'under way': ['open', 'GOING', 'costs 3000', 'gets 2550'],
  'delivered, to be charged': ['over', 'DELIVERED', 'pays 3000', 'earns 2550'],
  // Its refund is in no ledger of this test.
  'delivered in part, charged and refunded': ['over', 'PARTLY', 'paidRefunded 2000', 'earnedRefunded 0'],
  'without its streamer': ['over', 'PRODUCER_ABSENT', 'nothing 0', 'nothing 0'],
  'without the customer': ['over', 'CONSUMER_ABSENT', 'paid 3000', 'earned 0'],
  'without anyone': ['over', 'BOTH_ABSENT', 'nothing 0', 'nothing 0'],
  rejected: ['over', 'REJECTED', 'nothing 0', 'nothing 0'],
  'cancelled late': ['over', 'CANCELLED', 'costs 1500', 'gets 1275'],
  'cancelled by the streamer': ['over', 'CANCELLED', 'nothing 0', 'nothing 0'],
  'not confirmed': ['over', 'CANCELLED', 'nothing 0', 'nothing 0'],
  'not held': ['over', 'CANCELLED', 'nothing 0', 'nothing 0'],
  blocked: ['over', 'CANCELLED', 'nothing 0', 'nothing 0'],
};

it.each(SOLD)('a booking: $name', async (sold) => {
  const { bookingId } = await sell(db, people, sold);
  const [where, state, consumer, producer] = BOOKED[sold.name] ?? [];
  const page = `/personal/booking/${bookingId}`;
  expect(await only(customer)).toMatchObject({ where, state, cost: consumer, page });
  if (producer) expect(await only(streamer)).toMatchObject({ where, state, cost: producer, page });
  else expect(await list(streamer)).toMatchObject({ open: [], over: [], total: 0 });
});

it('a booking whose time has just ended is over, and being worked out', async () => {
  await sell(db, people, { name: '', startsInHours: -0.51, booked: {}, paid: { status: 'HELD' } });
  for (const id of [customer, streamer])
    expect(await only(id)).toMatchObject({ where: 'over', state: 'SETTLING' });
});

describe('a requested call', () => {
  const DELIVERED = { offeredMs: 600_000, attendedMs: 600_000, deliveredMs: 600_000 };
  const both = async () => [await only(customer), await only(streamer)];

  it('that goes on', async () => {
    const { requestId } = await requestedCall(db, people, DELIVERED, { endedAt: null, status: 'STARTED' });
    const going = { where: 'open', state: 'GOING', page: `/request/${requestId}`, complaint: null };
    expect(await both()).toMatchObject([
      { ...going, cost: 'costsAtMost 2000' },
      { ...going, cost: 'getsAtMost 1700' },
    ]);
  });

  it('that has just ended is there for both before it is settled', async () => {
    const { streamId } = await requestedCall(db, people, DELIVERED, { endedAt: new Date() });
    const over = {
      where: 'over',
      state: 'SETTLING',
      lengthMs: 600_000,
      page: `/personal/stream/${streamId}`,
    };
    expect(await both()).toMatchObject([over, over]);
  });

  it('that was settled can be complained about, reviewed, and has a receipt once it is charged', async () => {
    const settled = { ...DELIVERED, endedAt: new Date(), charge: 1_000 };
    const { streamId, requestId } = await requestedCall(db, people, settled);
    const isIts = eq(payment.requestId, requestId);
    await db
      .update(payment)
      .set({ toCapture: 1_000, captureAt: ago(-1_440) })
      .where(isIts);
    expect(await both()).toMatchObject([
      {
        ...{ where: 'over', state: 'DELIVERED', cost: 'pays 1000', hasReceipt: false, stars: null },
        complaint: { until: expect.any(Date) },
      },
      { where: 'over', state: 'DELIVERED', cost: 'earns 850', hasReceipt: false, complaint: null },
    ]);
    await complainAbout(db, streamId, 2);
    await db.insert(review).values({ authorId: customer, producerId: streamer, rating: 4 });
    const captured = { status: 'CAPTURED', captured: 1_000, fee: 150 } as const;
    await db.update(payment).set(captured).where(isIts);
    const [mine, theirs] = await both();
    const declined = { complaint: { status: 'DECLINED' } };
    expect(mine).toMatchObject({ cost: 'paid 1000', hasReceipt: true, stars: 4, ...declined });
    expect(theirs).toMatchObject({ hasReceipt: false, ...declined });
    expect(theirs?.stars).toBeUndefined();
  });

  it('can no longer be complained about after the deadline', async () => {
    await requestedCall(db, people, { ...DELIVERED, endedAt: ago(1_441), charge: 1_000 });
    expect(await only(customer)).toMatchObject({ complaint: null });
  });

  it('of which nothing was delivered did not take place', async () => {
    await requestedCall(db, people, { endedAt: new Date(), charge: 0 });
    expect(await only(customer)).toMatchObject({ state: 'BOTH_ABSENT' });
    expect((await only(customer)).stars).toBeUndefined();
  });

  it.each([
    ['that waits to be paid', { status: 'PAYING', payBy: ago(-5), rangAt: null }, 'open PAYING', null],
    ['that rings', { status: 'RINGING', ringUntil: ago(-1) }, 'open RINGING', 'open RINGING'],
    ['whose job is late', { status: 'RINGING', ringUntil: ago(1) }, 'over EXPIRED', 'over MISSED'],
    ['that nobody answered', { status: 'EXPIRED' }, 'over EXPIRED', 'over MISSED'],
    ['that was rejected', { status: 'REJECTED' }, 'over REJECTED', 'over REJECTED'],
    ['that its caller ended', { status: 'CANCELLED' }, 'over CANCELLED', 'over MISSED'],
    ['that never rang', { status: 'CANCELLED', rangAt: null }, 'over CANCELLED', null],
    ['to somebody who was busy', { status: 'BUSY', rangAt: null }, 'over BUSY', null],
    ['that was not paid', { status: 'FAILED', rangAt: null }, 'over FAILED', null],
  ] as const)('%s', async (_, values, mine, theirs) => {
    const id = await request(values);
    const told = async (person: string) => {
      const { where, state, page } = await only(person);
      expect(page).toBe(`/request/${id}`);
      return `${where} ${state}`;
    };
    expect(await told(customer)).toBe(mine);
    if (theirs) expect(await told(streamer)).toBe(theirs);
    else expect(await list(streamer)).toMatchObject({ open: [], total: 0 });
  });
});

describe('a free call', () => {
  const FREE = { cost: null, complaint: null, hasReceipt: false };
  const both = async () => [await only(customer), await only(streamer)];

  it('in a room is there for both accounts, once', async () => {
    await room({});
    const over = { ...FREE, where: 'over', state: 'DELIVERED', lengthMs: 5 * MINUTE_MS, page: null };
    expect(await both()).toMatchObject([{ ...over, stars: null }, over]);
  });

  it('that rang and was answered is there once', async () => {
    await rings({ status: 'ACCEPTED', channelId: await room({}) });
    const over = { ...FREE, where: 'over', state: 'DELIVERED', lengthMs: 5 * MINUTE_MS };
    expect(await both()).toMatchObject([over, over]);
  });

  it('that goes on', async () => {
    await room({ endedAt: null, status: 'STARTED' });
    const going = { ...FREE, where: 'open', state: 'GOING', lengthMs: null };
    expect(await both()).toMatchObject([going, going]);
  });

  it('that rings leads to its page', async () => {
    await rings({ status: 'RINGING', ringUntil: ago(-1) });
    const [row] = await db.select().from(user).where(eq(user.id, streamer));
    const page = expect.stringMatching(`^/call/${row?.urlname}/[0-9a-f-]{36}$`);
    const ringing = { ...FREE, where: 'open', state: 'RINGING', page };
    expect(await both()).toMatchObject([ringing, ringing]);
  });

  it('that nobody answered is missed', async () => {
    await rings({});
    expect(await both()).toMatchObject([{ state: 'EXPIRED' }, { state: 'MISSED' }]);
  });

  it('that never rang is there for its caller alone', async () => {
    await rings({ status: 'BUSY' });
    expect(await only(customer)).toMatchObject({ state: 'BUSY' });
    expect(await list(streamer)).toMatchObject({ open: [], total: 0 });
  });

  it('with somebody without an account, or in which nobody met, is not there', async () => {
    await room({ guestUserId: null });
    await room({ startedAt: null });
    // On two devices of one account.
    await room({ guestUserId: streamer });
    await rings({ callerId: null });
    expect(await list(streamer)).toMatchObject({ open: [], total: 0 });
  });
});

it('shows nobody the calls of others', async () => {
  for (const sold of SOLD) await sell(db, people, sold);
  await request({});
  await room({});
  await rings({});
  expect(await list(await makeUser(db))).toEqual({ open: [], hasMore: false, over: [], total: 0 });
});

it('names a deleted account, and leads to no profile that the viewer may not see', async () => {
  await requestedCall(db, people, { endedAt: new Date() });
  const [before] = (await list(customer)).over;
  expect(before).toMatchObject({ name: expect.any(String), profile: expect.any(String) });
  await db.update(user).set({ controlModes: [] }).where(eq(user.id, streamer));
  expect((await list(customer)).over).toMatchObject([{ profile: null }]);
  await db.delete(user).where(eq(user.id, streamer));
  expect((await list(customer)).over).toMatchObject([{ name: null, profile: null }]);
});

it('places a cancelled booking by its end, not by the time it was for', async () => {
  await sell(db, people, {
    ...{ name: '', startsInHours: 30, paid: {} },
    booked: { status: 'CANCELLED', endedReason: 'CONSUMER', updatedAt: ago(60) },
  });
  await room({ startedAt: ago(30) });
  await room({ startedAt: ago(90) });
  expect((await list(customer)).over.map(({ kind }) => kind)).toEqual(['ROOM', 'BOOKING', 'ROOM']);
});

it('pages over all kinds, latest first, and those to come on the first page alone', async () => {
  const kinds = [
    (minutes: number) => request({ createdAt: ago(minutes) }),
    (minutes: number) => rings({ createdAt: ago(minutes) }),
    (minutes: number) => room({ startedAt: ago(minutes) }),
    (minutes: number) =>
      sell(db, people, {
        ...{ name: '', startsInHours: -minutes / 60, paid: {} },
        booked: { status: 'CANCELLED', endedReason: 'CONSUMER' },
      }),
  ];
  for (let nth = 0; nth < 44; nth++) await kinds[nth % 4]?.(60 + nth);
  for (let nth = 0; nth < 22; nth++)
    await sell(db, people, { name: '', startsInHours: 30 - nth, booked: {}, paid: {} });
  const pages = [
    await list(customer),
    await list(customer, 2),
    await list(customer, 3),
    await list(customer, 4),
  ];
  expect(pages.map(({ over, total }) => [over.length, total])).toEqual([
    [20, 44],
    [20, 44],
    [4, 44],
    [0, 44],
  ]);
  const times = (of: readonly OwnCall[]) => of.map(({ startAt }) => startAt.getTime());
  const over = pages.flatMap((page) => page.over);
  expect(new Set(over.map(({ id }) => id)).size).toBe(44);
  expect(times(over)).toEqual(times(over).toSorted((a, b) => b - a));
  expect(over.slice(0, 4).map(({ kind }) => kind)).toEqual(['REQUEST', 'FREE', 'ROOM', 'BOOKING']);
  const [{ open, hasMore } = { open: [], hasMore: false }, second] = pages;
  expect([open.length, hasMore, second?.open.length]).toEqual([20, true, 0]);
  expect(times(open)).toEqual(times(open).toSorted((a, b) => a - b));
});
