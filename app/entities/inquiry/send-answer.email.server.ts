import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineEmail, enqueueEmail, type Letter } from '#app/platform/mail/email.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { inquiry, user } from '#db/schema/index.ts';

const dataSchema = z.object({ inquiryId: z.uuid() });

/** Emails an answer to the address given in the message, otherwise to the account's confirmed one. */
export const answerEmail = defineEmail({
  name: 'answer',
  data: dataSchema,
  load,
  write: ({ facts }: Letter<'inquiryAnswer', { message: string | null; answer: string }>) => ({
    values: { answer: facts.answer, message: (facts.message ?? '').replaceAll(/^/gm, '> ') },
  }),
});

async function load({ inquiryId }: z.output<typeof dataSchema>, db: Database) {
  const [row] = await db
    .select({
      email: sql<
        string | null
      >`coalesce(${inquiry.email}, case when ${user.emailVerifiedAt} is not null then ${user.email} end)`,
      language: inquiry.language,
      message: inquiry.message,
      answer: inquiry.answer,
    })
    .from(inquiry)
    .leftJoin(user, eq(user.id, inquiry.userId))
    .where(eq(inquiry.id, inquiryId));
  if (!row?.email || row.answer === null) return null;
  const { email, language, message, answer } = row;
  return { about: 'inquiryAnswer' as const, to: { email, language }, facts: { message, answer } };
}

/** Enqueues the email of an answer. Saving the same answer again sends no other one. */
export const enqueueAnswer = (tx: Transaction, inquiryId: string, answer: string): Promise<void> =>
  enqueueEmail(tx, answerEmail, { inquiryId }, [inquiryId, answer]);
