import { eq } from 'drizzle-orm';
import { textOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { minorOf } from '#app/i18n/price.ts';
import { listRefunds } from '#app/payments/refunds/list.server.ts';
import { refundPayment } from '#app/payments/refunds/refund.server.ts';
import { newRefund } from '#app/payments/refunds/schema.ts';
import { db } from '#app/platform/database.server.ts';
import { payment } from '#db/schema/index.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';

/** A payment's refunds, latest first, and the amount that can still be refunded; null before it was charged. */
export async function refundsOf(paymentId: string) {
  const [row] = await db.select().from(payment).where(eq(payment.id, paymentId));
  if (row?.status !== 'CAPTURED') return null;
  return {
    currency: row.currency,
    left: row.captured - row.refunded,
    made: await listRefunds(paymentId),
  };
}
export type RefundsOf = NonNullable<Awaited<ReturnType<typeof refundsOf>>>;

/** @throws ProtocolError as `refundPayment` */
export async function refundByForm(viewer: SignedIn, paymentId: string, form: FormData): Promise<void> {
  const [row] = await db.select().from(payment).where(eq(payment.id, paymentId));
  if (!row) throw new ProtocolError('NOT_FOUND');
  const typed = textOf(form, 'amount').trim().replace(',', '.');
  const amount = typed === '' ? Number.NaN : minorOf(Number(typed), row.currency);
  const wanted = newRefund.safeParse({ amount, reason: textOf(form, 'reason') });
  if (!wanted.success) throw invalidData(wanted.error);
  await refundPayment(viewer, paymentId, wanted.data);
}
