import { eq, or } from 'drizzle-orm';
import type { z } from 'zod';
import { textOf } from '#app/forms/forms.server.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { answerDispute, type Counted, wantsAnswer } from '#app/payments/disputes/evidence.server.ts';
import { disputeAnswer } from '#app/payments/disputes/schema.ts';
import { db } from '#app/platform/database.server.ts';
import { readStream, type StreamDetails } from '#app/streams/own-streams.server.ts';
import { booking, dispute, payment, stream } from '#db/schema/index.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';

export const disputeExtra = {
  read: ({ viewer, id }: ShownRow) => disputePage(viewer, id),
  act: async ({ viewer, id, form }: SentForm): Promise<Done | null> => {
    if (textOf(form, 'intent') !== 'answerDispute') return null;
    await answerByForm(viewer, id, form);
    return 'answered';
  },
};

/** The call a dispute is about, the evidence for the bank, and whether it can still be sent. */
async function disputePage(viewer: SignedIn, disputeId: string) {
  const [found] = await db
    .select({ row: dispute, paid: payment, streamId: stream.id, startAt: booking.startAt })
    .from(dispute)
    .innerJoin(payment, eq(payment.id, dispute.paymentId))
    .leftJoin(stream, or(eq(stream.bookingId, payment.bookingId), eq(stream.requestId, payment.requestId)))
    .leftJoin(booking, eq(booking.id, payment.bookingId))
    .where(eq(dispute.id, disputeId));
  if (!found) return null;
  const { row, paid, streamId, startAt } = found;
  const details = streamId ? await readStream(viewer, streamId) : null;
  return {
    of: 'dispute' as const,
    details,
    counted: countedOf(details, startAt ?? paid.createdAt),
    text: row.evidence?.text ?? null,
    sentAt: row.evidenceSentAt,
    dueBy: row.dueBy,
    isOpen: row.evidence === null && wantsAnswer(row.status),
  };
}
export type DisputePage = NonNullable<Awaited<ReturnType<typeof disputePage>>>;

/** Evidence in English, which the banks of all payers read. */
function countedOf(details: StreamDetails | null, from: Date): Counted {
  const at = details?.stream.startAt ?? details?.stream.createdAt ?? from;
  const serviceDate = at.toISOString().slice(0, 10);
  if (!details)
    return { serviceDate, log: 'Cancelled late by the customer, under the terms shown before booking.' };
  const { offeredMs, attendedMs, deliveredMs } = details.stream;
  const time = (ms: number) => formatSeconds(Math.floor(ms / 1000));
  const percent = (part: number) => `${Math.round(100 * part)} %`;
  const lines = details.strip.map(
    ({ from: begin, to, offered, attended, delivered }) =>
      `${percent(begin)} to ${percent(to)} of the call: sent ${percent(offered)}, customer connected ${percent(attended)}, delivered ${percent(delivered)}`,
  );
  return {
    serviceDate,
    log: [
      `Video call of ${at.toISOString()}, counted each second by our media server.`,
      `Picture sent for ${time(offeredMs)}, customer connected for ${time(attendedMs)}, picture delivered to the customer for ${time(deliveredMs)}.`,
      ...lines,
    ].join('\n'),
  };
}

/** @throws ProtocolError as `answerDispute` */
async function answerByForm(viewer: SignedIn, disputeId: string, form: FormData): Promise<void> {
  const parsed = disputeAnswer.safeParse({ text: textOf(form, 'text') });
  if (!parsed.success) throw invalidData(parsed.error);
  await answerAsCounted(viewer, disputeId, parsed.data);
}

/** Answers a dispute with the measurements of its call. @throws ProtocolError as `answerDispute` */
export async function answerAsCounted(
  viewer: SignedIn,
  disputeId: string,
  answer: z.output<typeof disputeAnswer>,
): Promise<void> {
  // Checked before the lookup: for anyone else, an existing dispute must look like an unknown one.
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
  const page = await disputePage(viewer, disputeId);
  if (!page) throw new ProtocolError('NOT_FOUND');
  await answerDispute(viewer, disputeId, answer, page.counted);
}
