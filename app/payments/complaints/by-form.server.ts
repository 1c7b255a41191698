import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { numberIn, textOf } from '#app/forms/forms.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { minorOf } from '#app/i18n/price.ts';
import { db } from '#app/platform/database.server.ts';
import { complaint, stream } from '#db/schema/index.ts';
import type { COMPLAINT_FORMS } from '#protocol/complaint.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import { answerComplaint, decideComplaint } from './answer.server.ts';
import { complain } from './complain.server.ts';
import { complaintAnswer, complaintDecision, newComplaint } from './schema.ts';

/**
 * Applies a complaint form from a call's page.
 * @throws ProtocolError as `complain` and `answerComplaint`
 */
export async function complaintByForm(
  viewer: SignedIn,
  streamId: string,
  intent: (typeof COMPLAINT_FORMS)[number],
  form: FormData,
): Promise<void> {
  const [call] = z.uuid().safeParse(streamId).success
    ? await db
        .select({ currency: stream.currency, complaintId: complaint.id })
        .from(stream)
        .leftJoin(complaint, eq(complaint.streamId, stream.id))
        .where(eq(stream.id, streamId))
    : [];
  if (!call) throw new ProtocolError('NOT_FOUND');
  const { currency, complaintId } = call;
  if (intent === 'complain') {
    const wanted = amountIn(form, 'wanted', currency);
    const typed = { kind: textOf(form, 'kind'), text: textOf(form, 'text'), wanted };
    await complain(viewer, streamId, read(newComplaint, typed));
    return;
  }
  if (!complaintId) throw new ProtocolError('NOT_FOUND');
  const conceded = amountIn(form, 'conceded', currency);
  const typed = { answer: textOf(form, 'answer'), conceded };
  await answerComplaint(viewer, complaintId, read(complaintAnswer, typed));
}

/** @throws ProtocolError as `decideComplaint` */
export async function decideByForm(viewer: SignedIn, complaintId: string, form: FormData): Promise<void> {
  const [found] = await db
    .select({ currency: stream.currency })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .where(eq(complaint.id, complaintId));
  if (!found) throw new ProtocolError('NOT_FOUND');
  const typed = { decided: amountIn(form, 'decided', found.currency), reason: textOf(form, 'reason') };
  await decideComplaint(viewer, complaintId, read(complaintDecision, typed));
}

/** Converts a typed amount from the currency's main unit to its smallest; NaN if it is not a number. */
const amountIn = (form: FormData, name: string, currency: string): number =>
  minorOf(numberIn(textOf(form, name)) ?? Number.NaN, currency);

/** @throws ProtocolError INVALID_DATA */
function read<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw invalidData(parsed.error);
  return parsed.data;
}
