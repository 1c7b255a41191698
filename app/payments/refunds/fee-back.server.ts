import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Transaction } from '#db/client.ts';
import { dispute, refund } from '#db/schema/index.ts';

/**
 * The part of the site's share that has been returned to the streamer since the last stored refund or dispute.
 * @param tx holds the payment's lock
 * @param charge with its application fee expanded
 */
export async function newFeeBack(
  tx: Transaction,
  paymentId: string,
  charge: Stripe.Charge | string | null,
): Promise<number> {
  const fee = typeof charge === 'object' ? charge?.application_fee : null;
  const inAll = typeof fee === 'object' ? (fee?.amount_refunded ?? 0) : 0;
  const sum = (table: typeof refund | typeof dispute) =>
    tx
      .select({ sum: sql<number>`coalesce(sum(${table.feeBack}), 0)`.mapWith(Number) })
      .from(table)
      .where(eq(table.paymentId, paymentId));
  const known = [...(await sum(refund)), ...(await sum(dispute))];
  return known.reduce((left, { sum: back }) => left - back, inAll);
}
