import { and, eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { readClock } from '#app/marketplace/bookings/clocks.job.server.ts';
import { holdTimeouts, payTimeouts } from '#app/marketplace/bookings/deadlines.server.ts';
import { lockPeople } from '#app/marketplace/people/lock-people.server.ts';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import { momentsOf, termsBy } from '#app/marketplace/terms.ts';
import { refuseUnconfirmed } from '#app/payments/cards/customer.server.ts';
import { accountToPay } from '#app/payments/payouts/payouts.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { BUSY_APART, booking, payment, producerSetting } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Slots } from '../../availability/slot-schema.ts';
import { listSlots } from '../../availability/slots.server.ts';
import { lockMoved } from '../change/move.server.ts';
import { mustPayAtOnce, type Payer, payNow } from '../pay/pay-now.server.ts';
import type { NewBooking } from '../schema.ts';
import { type Selection, selectionOf } from '../selection.ts';

/** Unpaid bookings that a person may have at a time. */
const MAX_PAYING = 2;

/**
 * Books a streamer's time, which is reserved until it is paid within some minutes. A repeated `clientKey` returns the
 * first booking. After several unpaid bookings in a day the amount is held at once.
 * @param from the viewer's IP address, and the site's origin
 * @returns the booking's id
 * @throws ProtocolError FORBIDDEN until the viewer has confirmed their email address; NOT_FOUND if the streamer is not
 * visible to the viewer; INVALID_DATA for `slots` that are not consecutive, have several prices, or are too few or too many; SLOT_TAKEN; PRICE_CHANGED with the amount as `current`;
 * NOT_PAYABLE if the streamer cannot be paid, or the amount cannot be charged; WRONG_STATE while two other bookings are
 * unpaid, or as `lockMoved`; CARD_NEEDED if it must be paid at once, and is not; RATE_LIMITED, PAYMENTS_OFF
 */
export async function book(viewer: SignedIn, wanted: NewBooking, from: Payer): Promise<string> {
  await spend('booking', viewer.id);
  await refuseUnconfirmed(viewer);
  const { id, paysNow } = await inTransaction(async (tx) => {
    await lockPeople(tx, viewer.id, wanted.producerId);
    const [known] = await tx
      .select({ id: booking.id })
      .from(booking)
      .where(and(eq(booking.consumerId, viewer.id), eq(booking.clientKey, wanted.clientKey)));
    if (known) return { id: known.id, paysNow: false };
    // Streamers cannot book themselves.
    if (viewer.id === wanted.producerId) throw new ProtocolError('NOT_FOUND');
    const paysNow = await mustPayAtOnce(tx, viewer);
    return { id: await insert(tx, viewer, wanted, paysNow), paysNow };
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === BUSY_APART ? new ProtocolError('SLOT_TAKEN') : error;
  });
  if (paysNow) await payNow(viewer, id, from);
  return id;
}

/** @param paysNow whether its amount must be held at once */
async function insert(
  tx: Transaction,
  viewer: SignedIn,
  wanted: NewBooking,
  paysNow: boolean,
): Promise<string> {
  const starts = wanted.slots.map((start) => Date.parse(start));
  // Two days, as a booking may end on the next day.
  const from = Temporal.Instant.fromEpochMilliseconds(Math.min(...starts))
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toString();
  const slots = await listSlots(
    viewer,
    wanted.producerId,
    { from, days: 2, zone: 'UTC', moving: wanted.movedFrom },
    tx,
  );
  // Before the slots, as they are all unavailable if the streamer cannot be paid.
  const destination = await accountToPay(wanted.producerId, tx);
  const selection = chosen(slots, starts);
  const { startAt, endAt, priceMinor, currency, amount } = selection;
  if (amount !== wanted.amount || currency !== wanted.currency)
    throw new ProtocolError('PRICE_CHANGED', undefined, { amount, currency });
  const [setting] = await tx
    .select()
    .from(producerSetting)
    .where(eq(producerSetting.userId, wanted.producerId));
  if (!setting) throw new ProtocolError('NOT_FOUND');
  const { timeZone, restMinutes } = setting;
  if (!isChargeable(amount, currency)) throw new ProtocolError('NOT_PAYABLE');
  const paying = and(eq(booking.consumerId, viewer.id), eq(booking.status, 'PAYING'));
  if ((await tx.$count(booking, paying)) >= MAX_PAYING) throw new ProtocolError('WRONG_STATE');
  const moved = await lockMoved(tx, viewer, wanted, selection);
  const terms = termsBy(await readPolicy(tx));
  const span = { startAt: new Date(startAt), endAt: new Date(endAt) };
  const { payMs, holdAt, fixBy } = momentsOf({ ...span, terms });
  // A card noted for a later hold would reserve the time without payment.
  if (paysNow && holdAt > Date.now()) throw new ProtocolError('CARD_NEEDED');
  const payBy = new Date(Date.now() + payMs);
  const [made] = await tx
    .insert(booking)
    .values({
      ...moved,
      producerId: wanted.producerId,
      consumerId: viewer.id,
      clientKey: wanted.clientKey,
      status: 'PAYING',
      payBy,
      terms,
      ...span,
      restMinutes,
      priceMinor,
      currency,
      amount,
      timeZone,
      localStart: readClock(span.startAt, timeZone),
      tzVersion: process.versions.tz ?? '',
      consumerTimeZone: wanted.timeZone,
    })
    .returning();
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  await tx.insert(payment).values({
    bookingId: made.id,
    payerId: viewer.id,
    payeeId: wanted.producerId,
    currency,
    amount,
    feeBps: terms.feeBps,
    destination,
  });
  await enqueue(tx, payTimeouts, { id: made.id }, { startAfter: payBy });
  // A booking that starts soon is held by `payBy` anyway.
  if (fixBy > payBy.getTime())
    await enqueue(tx, holdTimeouts, { id: made.id }, { startAfter: new Date(fixBy) });
  return made.id;
}

/** @throws ProtocolError SLOT_TAKEN; INVALID_DATA for slots that do not form one booking */
function chosen(slots: Slots, starts: readonly number[]): Selection {
  const selection = selectionOf(slots, starts);
  if (typeof selection === 'object') return selection;
  if (selection === 'taken') throw new ProtocolError('SLOT_TAKEN');
  throw new ProtocolError('INVALID_DATA', [
    { path: 'slots', message: `are not one booking: ${selection}`, problem: { kind: 'impossible' } },
  ]);
}
