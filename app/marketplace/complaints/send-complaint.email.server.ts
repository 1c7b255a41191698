import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { formatAmount } from '#app/i18n/price.ts';
import { defineEmail, type Letter } from '#app/platform/mail/email.server.ts';
import type { Database } from '#db/client.ts';
import { complaint, stream, user } from '#db/schema/index.ts';
import { netOf } from '#protocol/charge.ts';
import { callFeeBps } from '../payments/earned.server.ts';

const dataSchema = z.object({
  complaintId: z.uuid(),
  /** The recipient. */
  userId: z.uuid(),
  /** The other person's username; null if the account is deleted. */
  other: z.string().nullable(),
  about: z.enum(['complaintMade', 'complaintAccepted', 'complaintDeclined', 'complaintDecided']),
});
export type ComplaintMail = z.output<typeof dataSchema>;

type Facts = {
  other: string | null;
  row: Pick<
    typeof complaint.$inferSelect,
    'wanted' | 'charge' | 'conceded' | 'decided' | 'text' | 'answer' | 'reason'
  >;
  call: Pick<typeof stream.$inferSelect, 'id' | 'bookingId' | 'currency'>;
  /** The recipient is the streamer. */
  isStreamer: boolean;
  feeBps: number;
};

/** An email about a complaint to one of the call's two people, if their address is confirmed. */
export const complaintEmail = defineEmail({
  name: 'complaint',
  data: dataSchema,
  load,
  write({ facts }: Letter<ComplaintMail['about'], Facts>, { language, t }) {
    const { other, row, call, isStreamer, feeBps } = facts;
    const price = (minor: number | null) => formatAmount(minor ?? 0, call.currency, language);
    const yours = (minor: number | null) => price(netOf(minor ?? 0, feeBps));
    return {
      page: call.bookingId ? `/personal/booking/${call.bookingId}` : `/personal/stream/${call.id}`,
      values: {
        other: other ?? t('gone'),
        wanted: price(row.wanted),
        yoursWanted: yours(row.wanted),
        charge: price(row.charge),
        yours: yours(row.charge),
        conceded: price(row.conceded),
        decided: price(row.decided),
        part: isStreamer ? t('part', { amount: yours(row.decided) }) : '',
        text: row.text,
        answer: row.answer ?? '',
        reason: row.reason ?? '',
      },
    };
  },
});

async function load({ complaintId, userId, other, about }: ComplaintMail, db: Database) {
  const [found] = await db
    .select({
      row: complaint,
      call: stream,
      feeBps: callFeeBps,
      to: { email: user.email, username: user.username, language: user.language },
    })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .where(eq(complaint.id, complaintId));
  if (!found) return null;
  const { row, call, feeBps, to } = found;
  // It has been answered or decided since.
  if (about === 'complaintMade' && row.status !== 'OPEN') return null;
  return { about, to, facts: { other, row, call, feeBps, isStreamer: call.producerId === userId } };
}
