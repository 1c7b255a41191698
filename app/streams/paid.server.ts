import { type SQL, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { ledger, payment } from '#db/schema/index.ts';

/**
 * What the streamer earns from a payment: by the ledger once it is captured; before, the amount to capture less the
 * site's share. In the currency's smallest unit.
 */
export const earned = sql<number>`case
  when ${payment.status} = 'CAPTURED' and ${payment.viaSite} and ${payment.transfer} is null then
    ${payment.captured} - ${payment.refunded} - ((${payment.captured} - ${payment.refunded})::bigint * ${payment.feeBps} + 5000) / 10000
  when ${payment.status} = 'CAPTURED' then (select coalesce(sum(l.amount), 0) from ${ledger} l
    where l.payment_id = ${payment.id} and l.account = 'STREAMER')
  when ${payment.status} in ('NEW', 'HELD', 'CAPTURING') then
    coalesce(${payment.toCapture} - (${payment.toCapture}::bigint * ${payment.feeBps} + 5000) / 10000, 0)
  else 0 end`.mapWith(Number);

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
      waits: sql<boolean>`coalesce(bool_or(${payment.status} = 'CAPTURED' and ${payment.viaSite}
      and ${payment.transfer} is null), false)`.as('waits'),
      /** The bank refused some of it for good. */
      isUnpaid: sql<boolean>`coalesce(bool_or(${payment.status} = 'UNPAID'), false)`.as('is_unpaid'),
      /** The site's share, in hundredths of a percent; null without a payment. */
      feeBps: sql<number | null>`max(${payment.feeBps})`.as('fee_bps'),
    })
    .from(payment)
    .where(isIts)
    .as('paid');
