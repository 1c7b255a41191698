import { type SQL, sql } from 'drizzle-orm';
import { earned, waitsForPayout } from '#app/marketplace/payments/earned.server.ts';
import { db } from '#app/platform/database.server.ts';
import { payment } from '#db/schema/index.ts';

/** Sums over the payments that match a condition: those of one call, as an extended one has several holds. */
export const paidFor = (isIts: SQL) =>
  db
    .select({
      captured: sql<number>`coalesce(sum(${payment.captured}), 0)`.mapWith(Number).as('captured'),
      refunded: sql<number>`coalesce(sum(${payment.refunded}), 0)`.mapWith(Number).as('refunded'),
      /** The amount charged, or to be charged. */
      due: sql<number>`coalesce(sum(case when ${payment.status} in ('NEW', 'HELD', 'CAPTURING')
      then coalesce(${payment.toCapture}, 0) else ${payment.captured} end), 0)`
        .mapWith(Number)
        .as('due'),
      earned: sql<number>`coalesce(sum(${earned}), 0)`.mapWith(Number).as('earned'),
      captureAt: sql<Date | null>`max(${payment.captureAt})`.mapWith(payment.captureAt).as('capture_at'),
      /** Nothing remains to be captured. */
      isCharged: sql<boolean>`coalesce(not bool_or(${payment.status} in ('HELD', 'CAPTURING')
      or (${payment.status} = 'NEW' and ${payment.toCapture} is not null)), true)`.as('is_charged'),
      /** Some of it waits for the streamer's payout account. */
      waits: sql<boolean>`coalesce(bool_or(${waitsForPayout}), false)`.as('waits'),
      /** The bank refused some of it for good. */
      isUnpaid: sql<boolean>`coalesce(bool_or(${payment.status} = 'UNPAID'), false)`.as('is_unpaid'),
      /** The site's share, in hundredths of a percent; null without a payment. */
      feeBps: sql<number | null>`max(${payment.feeBps})`.as('fee_bps'),
    })
    .from(payment)
    .where(isIts)
    .as('paid');
