import { eq, sql } from 'drizzle-orm';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { db } from '#app/platform/database.server.ts';
import { sendMail } from '#app/platform/mail/mail.server.ts';
import { inquiry, user } from '#db/schema/index.ts';

/**
 * Emails an answer to the address that the sender left, else to their account's confirmed one.
 * @param mailId as `Mail.id`
 */
export async function sendAnswer(inquiryId: string, mailId: string): Promise<void> {
  const [row] = await db
    .select({
      to: sql<
        string | null
      >`coalesce(${inquiry.email}, case when ${user.emailVerifiedAt} is not null then ${user.email} end)`,
      language: inquiry.language,
      message: inquiry.message,
      answer: inquiry.answer,
    })
    .from(inquiry)
    .leftJoin(user, eq(user.id, inquiry.userId))
    .where(eq(inquiry.id, inquiryId));
  if (!row?.to || row.answer === null) return;
  await sendMail({
    id: mailId,
    to: row.to,
    language: languageOfRecord(row.language),
    about: 'inquiryAnswer',
    values: { answer: row.answer, message: (row.message ?? '').replaceAll(/^/gm, '> ') },
  });
}
