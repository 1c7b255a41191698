import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ledger, payment, stream } from '#db/schema/index.ts';

/** `netOf` of `protocol/charge.ts` in SQL: what is left of a charge for the streamer. */
export const netSql = (charged: SQL | PgColumn, feeBps: SQL | PgColumn): SQL =>
  sql`((${charged}) - ((${charged})::bigint * ${feeBps} + 5000) / 10000)`;

/** The site's share of a call's payments, in queries of `stream`: in hundredths of a percent, 0 without a payment. */
export const callFeeBps = sql<number>`coalesce((select max(p.fee_bps) from ${payment} p
  where p.booking_id = ${stream.bookingId} or p.request_id = ${stream.requestId}), 0)`.mapWith(Number);

/** SQL condition: it was charged, and waits for the streamer's payout account. */
export const waitsForPayout = sql<boolean>`coalesce(${payment.status} = 'CAPTURED' and ${payment.viaSite}
  and ${payment.transfer} is null, false)`;

/**
 * What the streamer earns from a payment: by the ledger once it is captured; before, the amount to capture less the
 * site's share. In the currency's smallest unit.
 */
export const earned = sql<number>`case
  when ${waitsForPayout} then ${netSql(sql`${payment.captured} - ${payment.refunded}`, payment.feeBps)}
  when ${payment.status} = 'CAPTURED' then (select coalesce(sum(l.amount), 0) from ${ledger} l
    where l.payment_id = ${payment.id} and l.account = 'STREAMER')
  when ${payment.status} in ('NEW', 'HELD', 'CAPTURING') then
    coalesce(${netSql(payment.toCapture, payment.feeBps)}, 0)
  else 0 end`.mapWith(Number);
