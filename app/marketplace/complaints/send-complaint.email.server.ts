import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { formatAmount } from '#app/i18n/price.ts';
import { defineEmail, enqueueEmail, type Letter } from '#app/platform/mail/email.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { complaint, stream, user } from '#db/schema/index.ts';
import { notify } from '../notify.server.ts';

const dataSchema = z.object({
  complaintId: z.uuid(),
  /** The recipient. */
  userId: z.uuid(),
  /** The other person's username; null if the account is deleted. */
  other: z.string().nullable(),
  about: z.enum(['complaintMade', 'complaintAccepted', 'complaintDeclined', 'complaintDecided']),
});
type ComplaintMail = z.output<typeof dataSchema>;

type Facts = {
  other: string | null;
  row: Pick<
    typeof complaint.$inferSelect,
    'wanted' | 'charge' | 'conceded' | 'decided' | 'text' | 'answer' | 'reason'
  >;
  call: Pick<typeof stream.$inferSelect, 'id' | 'bookingId' | 'currency'>;
};

/** An email about a complaint to one of the call's two people, if their address is confirmed. */
export const complaintEmail = defineEmail({
  name: 'complaint',
  data: dataSchema,
  load,
  write({ facts: { other, row, call } }: Letter<ComplaintMail['about'], Facts>, { language, t }) {
    const price = (minor: number | null) => formatAmount(minor ?? 0, call.currency, language);
    return {
      page: call.bookingId ? `/personal/booking/${call.bookingId}` : `/personal/stream/${call.id}`,
      values: {
        other: other ?? t('gone'),
        wanted: price(row.wanted),
        charge: price(row.charge),
        conceded: price(row.conceded),
        decided: price(row.decided),
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
      to: { email: user.email, username: user.username, language: user.language },
    })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .where(eq(complaint.id, complaintId));
  if (!found) return null;
  const { row, call, to } = found;
  // It has been answered or decided since.
  if (about === 'complaintMade' && row.status !== 'OPEN') return null;
  return { about, to, facts: { other, row, call } };
}

/** Kinds and recipients of the notifications that accompany the emails. */
const NEWS = {
  complaintMade: { kind: 'COMPLAINT', to: ['PRODUCER'] },
  complaintAccepted: { kind: 'COMPLAINT_ANSWERED', to: ['CONSUMER'] },
  complaintDeclined: { kind: 'COMPLAINT_ANSWERED', to: ['CONSUMER'] },
  complaintDecided: { kind: 'COMPLAINT_DECIDED', to: ['PRODUCER', 'CONSUMER'] },
} as const;

/** Notifies the people whom a complaint concerns, except those whose account is deleted. */
export async function tellOfComplaint(
  tx: Transaction,
  complaintId: string,
  { producerId, consumerId, bookingId, requestId }: typeof stream.$inferSelect,
  about: ComplaintMail['about'],
): Promise<void> {
  const ids = [producerId, consumerId].filter((id) => id !== null);
  const people = await tx
    .select({ id: user.id, username: user.username })
    .from(user)
    .where(inArray(user.id, ids));
  const { kind, to } = NEWS[about];
  for (const { id: userId } of people) {
    const side = userId === producerId ? 'PRODUCER' : 'CONSUMER';
    if (!to.some((one) => one === side)) continue;
    await notify(tx, { userId, kind, bookingId, requestId });
    const other = people.find(({ id }) => id !== userId)?.username ?? null;
    const mail = { complaintId, userId, other, about };
    await enqueueEmail(tx, complaintEmail, mail, [complaintId, userId, about]);
  }
}
