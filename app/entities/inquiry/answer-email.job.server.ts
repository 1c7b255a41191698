import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import type { Transaction } from '#db/client.ts';

/** Emails an answer to whoever wrote the message. */
export const answerEmail = defineJob({
  name: 'inquiry-answer',
  data: z.object({ inquiryId: z.uuid() }),
  async run({ inquiryId }, { id }) {
    // Loaded here, as the entities that enqueue it are also read without a database.
    const { sendAnswer } = await import('./send-answer.email.server.ts');
    await sendAnswer(inquiryId, id);
  },
});

/** Enqueues the email. The same answer, saved again, is not sent again. */
export async function enqueueAnswer(tx: Transaction, inquiryId: string, answer: string): Promise<void> {
  const id = createHash('sha256').update(`${inquiryId} ${answer}`).digest('hex').slice(0, 32);
  await enqueue(tx, answerEmail, { inquiryId }, { id });
}
