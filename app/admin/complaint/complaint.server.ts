import { eq, sql } from 'drizzle-orm';
import { textOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { isOpenDispute } from '#app/marketplace/payments/open-dispute.server.ts';
import { decideByForm } from '#app/payments/complaints/by-form.server.ts';
import { db } from '#app/platform/database.server.ts';
import { readStream } from '#app/streams/own-streams.server.ts';
import { complaint, dispute, payment, stream } from '#db/schema/index.ts';
import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';

export const complaintExtra = {
  read: ({ viewer, id }: ShownRow) => complaintPage(viewer, id),
  act: async ({ viewer, id, form }: SentForm): Promise<Done | null> => {
    if (textOf(form, 'intent') !== 'decide') return null;
    await decideByForm(viewer, id, form);
    return 'decided';
  },
};

/** The call a complaint is about: its measurements, its payments, and the possible decisions. */
async function complaintPage(viewer: SignedIn, complaintId: string) {
  const [found] = await db
    .select({ row: complaint, call: stream })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .where(eq(complaint.id, complaintId));
  if (!found) return null;
  const { row, call } = found;
  const { bookingId, requestId } = call;
  const payments = await db
    .select({
      id: payment.id,
      status: payment.status,
      captured: payment.captured,
      refunded: payment.refunded,
      toCapture: payment.toCapture,
      captureAt: payment.captureAt,
      isDisputed: sql<boolean>`exists (select 1 from ${dispute} where ${dispute.paymentId} = ${payment.id} and ${isOpenDispute})`,
    })
    .from(payment)
    .where(bookingId ? eq(payment.bookingId, bookingId) : eq(payment.requestId, requestId ?? ''));
  return {
    of: 'complaint' as const,
    currency: call.currency,
    details: await readStream(viewer, call.id),
    payments,
    isOpen: row.status === 'OPEN' || row.status === 'DECLINED',
    least: row.conceded ?? 0,
    most: row.charge,
  };
}
export type ComplaintPage = NonNullable<Awaited<ReturnType<typeof complaintPage>>>;
