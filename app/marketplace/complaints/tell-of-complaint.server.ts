import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import type { Transaction } from '#db/client.ts';
import type { stream } from '#db/schema/index.ts';
import { notify } from '../notify.server.ts';
import { usernamesOf } from '../usernames.server.ts';
import { type ComplaintMail, complaintEmail } from './send-complaint.email.server.ts';

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
  const people = await usernamesOf(tx, [producerId, consumerId]);
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
