import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { type stream, user } from '#db/schema/index.ts';
import { notify } from '../notify.server.ts';
import { type ComplaintMail, complaintMailData } from './mail-data.ts';

/** What people are told on their pages and devices, beside the email, and who is. */
const NEWS = {
  complaintMade: { kind: 'COMPLAINT', to: ['PRODUCER'] },
  complaintAccepted: { kind: 'COMPLAINT_ANSWERED', to: ['CONSUMER'] },
  complaintDeclined: { kind: 'COMPLAINT_ANSWERED', to: ['CONSUMER'] },
  complaintDecided: { kind: 'COMPLAINT_DECIDED', to: ['PRODUCER', 'CONSUMER'] },
} as const;

/** An email about a complaint to one of the call's two people. */
export const complaintMail = defineJob({
  name: 'complaint-email',
  data: complaintMailData,
  concurrency: 4,
  async run(mail, { id }) {
    // Loaded here, as the entities that enqueue it are also read without a database.
    const { sendComplaintMail } = await import('./send-complaint.email.server.ts');
    await sendComplaintMail(mail, id);
  },
});

/** Tells whom it concerns of a complaint, as far as their accounts are there. */
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
    // Each email once.
    const id = createHash('sha256').update(`${complaintId} ${userId} ${about}`).digest('hex').slice(0, 32);
    await enqueue(tx, complaintMail, { complaintId, userId, other, about }, { id });
  }
}
