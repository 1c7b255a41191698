import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { changeBookings } from '#app/marketplace/bookings/change-bookings.server.ts';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { booking } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { pay } from './pay.server.ts';

/**
 * After this many unpaid bookings in a day, or as many deadlines of unpaid time held, the next is authorised at once.
 */
const MAX_TIMEOUTS = 3;

/** The payer's IP address, for rate limits; and the site's origin. */
export type Payer = { address: string; origin: string };

/**
 * Whether the viewer has kept others from time without paying too often, or too long, within a day. Cancelling an unpaid
 * booking before its deadline is free, but the time counts.
 */
export async function mustPayAtOnce(tx: Transaction, { id }: SignedIn): Promise<boolean> {
  const unpaid = and(
    eq(booking.consumerId, id),
    inArray(booking.endedReason, ['PAY_TIMEOUT', 'NOT_PAID']),
    gt(booking.updatedAt, sql`now() - interval '1 day'`),
  );
  const timeouts = sql`count(*) filter (where ${booking.endedReason} = 'PAY_TIMEOUT')`.mapWith(Number);
  const minutes = sql`coalesce(sum(extract(epoch from ${booking.updatedAt} - ${booking.createdAt})), 0) / 60`;
  const [held] = await tx
    .select({ timeouts, minutes: minutes.mapWith(Number) })
    .from(booking)
    .where(unpaid);
  const deadline = (await readPolicy(tx))('booking-pay-minutes');
  return held !== undefined && (held.timeouts >= MAX_TIMEOUTS || held.minutes >= MAX_TIMEOUTS * deadline);
}

/**
 * Holds a booking's amount on the viewer's default card; if that fails, the booking is cancelled and its time is free
 * again.
 * @throws ProtocolError CARD_NEEDED, also if the bank refuses the card or asks its holder to confirm; NOT_PAYABLE;
 * RATE_LIMITED, UNAVAILABLE
 */
export async function payNow(viewer: SignedIn, id: string, { address, origin }: Payer): Promise<void> {
  const page = `${origin}/personal/booking/${id}?done=pay`;
  let problem: unknown = new ProtocolError('CARD_NEEDED');
  try {
    if ((await pay(viewer, id, undefined, address, page)) === null) return;
  } catch (error) {
    const isRefused = error instanceof ProtocolError && error.code === 'CARD_REFUSED';
    if (!isRefused) problem = error;
  }
  const unpaid = { status: 'CANCELLED', endedReason: 'NOT_PAID' } as const;
  const ended = await inTransaction((tx) => changeBookings(tx, 'PAYING', eq(booking.id, id), unpaid));
  // If an event from Stripe has placed the booking meanwhile, nothing ended and it is held.
  if (ended > 0) throw problem;
}
