import { randomUUID } from 'node:crypto';
import { TERMS } from '#app/marketplace/terms.ts';
import type { Database } from '#db/client.ts';
import { booking, complaint, dispute, payment, refund, stream, streamTick } from '#db/schema/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type People = { producerId: string; consumerId: string };

type Booked = Partial<typeof booking.$inferInsert>;
type Paid = Partial<typeof payment.$inferInsert>;

/** A booking of half an hour for 30 EUR, and its payment. */
export type Sold = {
  name: string;
  /** Hours from now. */
  startsInHours: number;
  booked: Booked;
  paid: Paid;
  /** How long the picture was delivered, if the call is over. */
  deliveredMinutes?: number;
};

const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
const card = { cardBrand: 'visa', cardLast4: '4242' };
const held = { ...card, status: 'HELD' } as const;
const captured = (amount: number) =>
  ({ ...card, status: 'CAPTURED', captured: amount, fee: (amount * 15) / 100, capturedAt: at(-1) }) as const;
const released = { ...card, status: 'RELEASED' } as const;
const cancelled = (endedReason: Booked['endedReason']) => ({ status: 'CANCELLED', endedReason }) as const;
const cancelledBy = (side: Booked['endedBy'] & string) => ({ ...cancelled(side), endedBy: side }) as const;
const over = (outcome: Booked['outcome']) => ({ status: 'CONFIRMED', outcome }) as const;

/** A booking in each state that its page can show. Active ones do not overlap. */
export const SOLD: readonly Sold[] = [
  {
    name: 'not paid yet',
    startsInHours: 20,
    booked: { status: 'PAYING', payBy: new Date(Date.now() + 8 * MINUTE_MS) },
    paid: {},
  },
  { name: 'waiting', startsInHours: 30, booked: { status: 'WAITING', confirmBy: at(20) }, paid: held },
  {
    name: 'waiting, held later',
    startsInHours: 240,
    booked: { status: 'WAITING', confirmBy: at(20) },
    paid: { ...card, holdAt: at(192) },
  },
  { name: 'confirmed', startsInHours: 32, booked: { status: 'CONFIRMED' }, paid: held },
  { name: 'confirmed, soon', startsInHours: 10, booked: { status: 'CONFIRMED' }, paid: held },
  {
    name: 'confirmed, its card refused',
    startsInHours: 40,
    booked: { status: 'CONFIRMED' },
    paid: { ...card, status: 'ACTION', refusal: 'authentication_required' },
  },
  {
    name: 'confirmed, its clock has other rules',
    startsInHours: 44,
    booked: { status: 'CONFIRMED', waived: 'CLOCK' },
    paid: held,
  },
  { name: 'under way', startsInHours: -0.1, booked: { status: 'CONFIRMED' }, paid: held },
  {
    name: 'delivered, to be charged',
    startsInHours: -3,
    booked: over('DELIVERED'),
    paid: { ...held, toCapture: 3_000, captureAt: at(21) },
    deliveredMinutes: 30,
  },
  {
    name: 'delivered in part, charged and refunded',
    startsInHours: -30,
    booked: over('PARTLY'),
    paid: { ...captured(2_000), refunded: 500 },
    deliveredMinutes: 20,
  },
  {
    name: 'without its streamer',
    startsInHours: -50,
    booked: over('PRODUCER_ABSENT'),
    paid: released,
    deliveredMinutes: 0,
  },
  {
    name: 'without the customer',
    startsInHours: -60,
    booked: over('CONSUMER_ABSENT'),
    paid: captured(3_000),
  },
  {
    name: 'without anyone',
    startsInHours: -70,
    booked: over('BOTH_ABSENT'),
    paid: { ...card, status: 'EXPIRED' },
  },
  {
    name: 'rejected',
    startsInHours: 25,
    booked: { status: 'REJECTED', endedReason: 'PRODUCER' },
    paid: { ...card, status: 'RELEASING' },
  },
  {
    name: 'cancelled late',
    startsInHours: 8,
    booked: cancelledBy('CONSUMER'),
    paid: { ...card, status: 'CAPTURING', toCapture: 1_500 },
  },
  { name: 'cancelled by the streamer', startsInHours: 8, booked: cancelledBy('PRODUCER'), paid: released },
  { name: 'not confirmed', startsInHours: 8, booked: cancelled('CONFIRM_TIMEOUT'), paid: released },
  { name: 'not held', startsInHours: 8, booked: cancelled('HOLD_FAILED'), paid: released },
  { name: 'blocked', startsInHours: 8, booked: cancelled('BLOCKED'), paid: released },
];

/** @returns the inserted id */
async function idOf(inserted: Promise<{ id: string }[]>): Promise<string> {
  const [row] = await inserted;
  if (!row) throw new Error('no row was inserted');
  return row.id;
}

/** @returns the ids of the booking, its payment and, if the call is over, its stream */
export async function sell(db: Database, people: People, sold: Sold) {
  const startAt = at(sold.startsInHours);
  const endAt = new Date(startAt.getTime() + 30 * MINUTE_MS);
  const money = { currency: 'EUR', amount: 3_000 };
  const bookingId = await idOf(
    db
      .insert(booking)
      .values({
        ...{ ...people, ...money, startAt, endAt, status: 'CONFIRMED', restMinutes: 0, priceMinor: 100 },
        ...{ timeZone: 'Europe/Madrid', localStart: startAt.toISOString().slice(0, 19), tzVersion: '2026c' },
        ...{ clientKey: randomUUID(), createdAt: at(-100), terms: TERMS, ...sold.booked },
      })
      .returning(),
  );
  const parties = { payerId: people.consumerId, payeeId: people.producerId };
  const paymentId = await idOf(
    db
      .insert(payment)
      .values({ ...parties, ...money, bookingId, feeBps: 1_500, destination: 'acct_sample', ...sold.paid })
      .returning(),
  );
  if (sold.paid.refunded)
    await db.insert(refund).values({
      ...{ paymentId, amount: sold.paid.refunded, status: 'SUCCEEDED', reason: 'The picture was dark.' },
    });
  const { deliveredMinutes } = sold;
  const streamId =
    deliveredMinutes === undefined ? null : await count(db, people, bookingId, startAt, deliveredMinutes);
  return { bookingId, paymentId, streamId };
}

/** Inserts the stream of a call that is over. @returns its id */
async function count(
  db: Database,
  people: People,
  bookingId: string,
  from: Date,
  minutes: number,
): Promise<string> {
  const deliveredMs = minutes * MINUTE_MS;
  const missedMs = 30 * MINUTE_MS - deliveredMs;
  const streamId = await idOf(
    db
      .insert(stream)
      .values({
        ...{ ...people, bookingId, priceMinor: 100, currency: 'EUR', deliveredMs, offeredMs: deliveredMs },
        ...{ attendedMs: 30 * MINUTE_MS, missedMs, endedAt: at(-1), charge: minutes * 100 },
      })
      .returning(),
  );
  const ms = 5_000;
  await db.insert(streamTick).values(
    Array.from({ length: 360 }, (_, nth) => {
      // The picture is missing in the middle.
      const isThere = nth * ms < deliveredMs / 2 || nth * ms >= deliveredMs / 2 + missedMs;
      const offeredMs = isThere ? ms : 0;
      return {
        streamId,
        at: new Date(from.getTime() + nth * ms),
        ms,
        offeredMs,
        attendedMs: ms,
        deliveredMs: offeredMs,
      };
    }),
  );
  return streamId;
}

/** A complaint in each of its states, the first unanswered. */
export const COMPLAINTS: readonly Partial<typeof complaint.$inferInsert>[] = [
  {},
  { status: 'ACCEPTED', answer: 'It was night. Sorry.', conceded: 500, answeredAt: at(-1) },
  { status: 'DECLINED', answer: 'It was there.', conceded: 0, answeredAt: at(-1) },
  {
    ...{ status: 'DECIDED', answer: 'It was there.', conceded: 0, answeredAt: at(-1) },
    ...{ reason: 'A third of it was black.', decided: 400, decidedAt: at(-1) },
  },
];

const LONG = 'It was black for most of the time, and they did not answer when I asked. '.repeat(4);

/** @returns the complaint's id */
export const complainAbout = (db: Database, streamId: string, nth: number): Promise<string> =>
  idOf(
    db
      .insert(complaint)
      .values({
        ...{ streamId, kind: 'NO_PICTURE', text: LONG, charge: 2_000, wanted: 500 },
        ...COMPLAINTS[nth],
      })
      .returning(),
  );

/** @returns the dispute's id */
export const disputeOf = (db: Database, paymentId: string): Promise<string> =>
  idOf(
    db
      .insert(dispute)
      .values({
        ...{ paymentId, amount: 2_000, reason: 'fraudulent', status: 'needs_response' },
        ...{ stripeId: `dp_${randomUUID()}`, dueBy: at(100) },
      })
      .returning(),
  );
