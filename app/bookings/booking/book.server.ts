import { and, eq, inArray } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { enqueueMails } from '#app/entities/booking/mails.job.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewer.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { BUSY_APART, booking, producerSetting, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Slots } from '../availability/slot-schema.ts';
import { listSlots } from '../availability/slots.server.ts';
import { confirmTimeout } from './confirm-timeout.job.server.ts';
import type { NewBooking } from './schema.ts';
import { type Selection, selectionOf } from './selection.ts';

const MINUTE_MS = 60_000;
/** A streamer has so long to confirm, and until so long before the start; at least a moment. */
const CONFIRM_MS = 24 * 60 * MINUTE_MS;
const CONFIRM_BEFORE_MS = 60 * MINUTE_MS;
const CONFIRM_LEAST_MS = 15 * MINUTE_MS;

/**
 * Takes a streamer's time. The same `clientKey` books once.
 * @returns the booking's id
 * @throws ProtocolError NOT_FOUND if the streamer is not visible to the viewer; INVALID_DATA for `slots` that do not
 *   follow each other, have several prices or are too few or too many; SLOT_TAKEN; PRICE_CHANGED with the amount as
 *   `current`; RATE_LIMITED
 */
export async function book(viewer: SignedIn, wanted: NewBooking): Promise<string> {
  await spend('booking', viewer.id);
  return inTransaction(async (tx) => {
    await lockPeople(tx, viewer.id, wanted.producerId);
    const [known] = await tx
      .select({ id: booking.id })
      .from(booking)
      .where(and(eq(booking.consumerId, viewer.id), eq(booking.clientKey, wanted.clientKey)));
    if (known) return known.id;
    // One's own time is no one's to buy.
    if (viewer.id === wanted.producerId) throw new ProtocolError('NOT_FOUND');
    return insert(tx, viewer, wanted);
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === BUSY_APART ? new ProtocolError('SLOT_TAKEN') : error;
  });
}

/** Rivals for a person's time queue here, and so does the deletion of an account, instead of colliding. */
async function lockPeople(tx: Transaction, ...ids: string[]): Promise<void> {
  await tx
    .select({ id: user.id })
    .from(user)
    .where(inArray(user.id, ids))
    .orderBy(user.id)
    .for('no key update');
}

async function insert(tx: Transaction, viewer: SignedIn, wanted: NewBooking): Promise<string> {
  const starts = wanted.slots.map((start) => Date.parse(start));
  // The longest booking ends on the next day.
  const from = Temporal.Instant.fromEpochMilliseconds(Math.min(...starts))
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toString();
  const slots = await listSlots(viewer, wanted.producerId, { from, days: 2, zone: 'UTC' }, tx);
  const { startAt, endAt, priceMinor, currency, amount } = chosen(slots, starts);
  if (amount !== wanted.amount || currency !== wanted.currency)
    throw new ProtocolError('PRICE_CHANGED', undefined, { amount, currency });
  const [setting] = await tx
    .select()
    .from(producerSetting)
    .where(eq(producerSetting.userId, wanted.producerId));
  if (!setting) throw new ProtocolError('NOT_FOUND');
  const { timeZone, restMinutes, autoConfirm } = setting;
  const now = Date.now();
  const confirmBy = new Date(
    Math.min(
      startAt,
      Math.max(now + CONFIRM_LEAST_MS, Math.min(now + CONFIRM_MS, startAt - CONFIRM_BEFORE_MS)),
    ),
  );
  const [made] = await tx
    .insert(booking)
    .values({
      producerId: wanted.producerId,
      consumerId: viewer.id,
      clientKey: wanted.clientKey,
      status: autoConfirm ? 'CONFIRMED' : 'WAITING',
      confirmBy: autoConfirm ? null : confirmBy,
      startAt: new Date(startAt),
      endAt: new Date(endAt),
      restMinutes,
      priceMinor,
      currency,
      amount,
      timeZone,
      localStart: Temporal.Instant.fromEpochMilliseconds(startAt)
        .toZonedDateTimeISO(timeZone)
        .toPlainDateTime()
        .toString(),
      tzVersion: process.versions.tz ?? '',
      consumerTimeZone: wanted.timeZone,
    })
    .returning();
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  if (!autoConfirm) await enqueue(tx, confirmTimeout, { id: made.id }, { startAfter: confirmBy });
  await enqueueMails(tx, made);
  return made.id;
}

/** @throws ProtocolError SLOT_TAKEN; INVALID_DATA for slots that are not one booking */
function chosen(slots: Slots, starts: readonly number[]): Selection {
  const selection = selectionOf(slots, starts);
  if (typeof selection === 'object') return selection;
  if (selection === 'taken') throw new ProtocolError('SLOT_TAKEN');
  throw new ProtocolError('INVALID_DATA', [
    { path: 'slots', message: `are not one booking: ${selection}`, problem: { kind: 'impossible' } },
  ]);
}
