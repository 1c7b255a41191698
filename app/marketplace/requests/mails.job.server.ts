import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';
import { callRequest, user } from '#db/schema/index.ts';
import { type CallMail, callMailData } from './mail-data.ts';

/** An email about a request to one of the two people. */
export const callMail = defineJob({
  name: 'request-email',
  data: callMailData,
  concurrency: 4,
  async run(mail, { id }) {
    // Loaded here, as the entities that enqueue it are also read without a database.
    const { sendCallMail } = await import('./send-request.email.server.ts');
    await sendCallMail(mail, id);
  },
});

/**
 * Enqueues an email about a request to whom it concerns: the streamer, whoever called, or about a refund both.
 * @param occasion the id of a refund, or of a payment that could not be charged: each has its emails
 */
export async function enqueueCallMail(
  tx: Transaction,
  requestId: string,
  about: CallMail['about'],
  occasion = '',
): Promise<void> {
  const [request] = await tx.select().from(callRequest).where(eq(callRequest.id, requestId));
  if (!request) return;
  const { producerId, consumerId } = request;
  const ids = [producerId, consumerId].filter((id) => id !== null);
  const people = await tx
    .select({ id: user.id, username: user.username })
    .from(user)
    .where(inArray(user.id, ids));
  const isUnpaid = about === 'requestUnpaid' || about === 'requestNotEarned';
  const isForConsumer = about === 'requestCharged' || about === 'requestUnpaid';
  for (const { id: userId } of people) {
    // What someone was charged and earned they are told also when the other account is gone.
    const other = people.find(({ id }) => id !== userId)?.username ?? null;
    const isFor = about === 'requestRefunded' || (userId === consumerId) === isForConsumer;
    if (!isFor || (other === null && about === 'requestRings')) continue;
    const id = createHash('sha256')
      .update(`${requestId} ${userId} ${about}${occasion}`)
      .digest('hex')
      .slice(0, 32);
    const paymentId = isUnpaid ? occasion : undefined;
    await enqueue(tx, callMail, { requestId, userId, other, about, paymentId }, { id });
  }
}
