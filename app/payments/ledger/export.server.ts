import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { recordAudit } from '#app/audit/record.server.ts';
import { textStream } from '#app/http/answers/text-stream.server.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { amountInMain } from '#app/i18n/price.ts';
import { db } from '#app/platform/database.server.ts';
import { dispute, ledger, payment, refund } from '#db/schema/index.ts';

/** First and last day, in UTC: `2026-11-25`. */
export const ledgerSpan = z.object({ from: z.iso.date(), to: z.iso.date() });

/** Ledger lines read per query, so that memory use does not depend on the time span. */
const BATCH = 1_000;

const COLUMNS = [
  'date',
  'movement',
  'account',
  'currency',
  'amount',
  'payment',
  'booking',
  'request',
  'payer',
  'streamer',
  'stripe_payment',
  'stripe_account',
  'stripe_refund',
  'stripe_dispute',
  'stripe_transfer',
] as const;

/**
 * Exports the ledger of some days as CSV (RFC 4180), one row per line, by time; amounts that an account pays are
 * negative. Recorded in the audit trail.
 * @throws ProtocolError FORBIDDEN without the authority FINANCE
 */
export async function exportLedger(
  viewer: SignedIn,
  span: z.output<typeof ledgerSpan>,
): Promise<ReadableStream<Uint8Array>> {
  if (!viewer.authorities.has('FINANCE')) throw forbidden(viewer);
  await recordAudit(db, { action: 'EXPORT', entity: 'payment', after: span });
  return textStream(csvOf(span));
}

async function* csvOf(span: z.output<typeof ledgerSpan>): AsyncGenerator<string, void, void> {
  yield lineOf(COLUMNS);
  let last: Line | undefined;
  do {
    const lines = await readBatch(span, last);
    yield lines.map(csvLine).join('');
    last = lines.length < BATCH ? undefined : lines.at(-1);
  } while (last);
}

/** The last line of a batch, after which the next batch starts. */
type Read = { date: string; txKey: string; account: string };

function readBatch({ from, to }: z.output<typeof ledgerSpan>, after: Read | undefined) {
  const { at, txKey, account } = ledger;
  const startOf = (day: string) => sql`${day}::timestamp at time zone 'UTC'`;
  return db
    .select({
      // Also the start of the next batch, for which milliseconds would be too coarse.
      date: sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      txKey,
      account,
      currency: ledger.currency,
      amount: ledger.amount,
      payment: payment.id,
      booking: payment.bookingId,
      request: payment.requestId,
      payer: payment.payerId,
      streamer: payment.payeeId,
      intent: payment.intent,
      destination: payment.destination,
      refund: refund.stripeId,
      dispute: dispute.stripeId,
      transfer: sql<string | null>`case when ${txKey} like 'dispute-returned:%' then ${dispute.returned}
        when ${txKey} like 'dispute:%' then ${dispute.reversal}
        when ${txKey} like 'transfer:%' then ${payment.transfer} end`,
    })
    .from(ledger)
    .innerJoin(payment, eq(payment.id, ledger.paymentId))
    .leftJoin(refund, sql`${refund.id} = split_part(${txKey}, ':', 2)::uuid`)
    .leftJoin(dispute, sql`${dispute.id} = split_part(${txKey}, ':', 2)::uuid`)
    .where(
      and(
        gte(at, startOf(from)),
        lt(at, sql`${startOf(to)} + interval '1 day'`),
        after &&
          sql`(${at}, ${txKey}, ${account}) > (${after.date}::timestamptz, ${after.txKey}, ${after.account})`,
      ),
    )
    .orderBy(asc(at), asc(txKey), asc(account))
    .limit(BATCH);
}
type Line = Awaited<ReturnType<typeof readBatch>>[number];

function csvLine(line: Line): string {
  const { date, txKey, account, currency, amount } = line;
  const ids = [line.payment, line.booking, line.request, line.payer, line.streamer];
  const atStripe = [line.intent, line.destination, line.refund, line.dispute, line.transfer];
  // Not passed through `cellOf`: our own amounts may start with a minus.
  const money = amountInMain(amount, currency);
  const [movement = ''] = txKey.split(':');
  return lineOf([date, movement, account, currency].map(cellOf), [money], [...ids, ...atStripe].map(cellOf));
}

const lineOf = (...cells: (readonly string[])[]): string => `${cells.flat().join(',')}\r\n`;

/**
 * Escapes a CSV cell. Text that spreadsheets would run as a formula is prefixed with an apostrophe (OWASP, CSV
 * injection).
 */
export function cellOf(value: string | null): string {
  const text = value ?? '';
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
