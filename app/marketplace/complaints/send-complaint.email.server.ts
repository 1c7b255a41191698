import { and, eq, isNotNull } from 'drizzle-orm';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { localePath } from '#app/i18n/languages.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { db } from '#app/platform/database.server.ts';
import { mailSite, mailTexts, sendMail } from '#app/platform/mail/mail.server.ts';
import { complaint, stream, user } from '#db/schema/index.ts';
import type { ComplaintMail } from './mail-data.ts';

/**
 * Emails one of a call's two people about a complaint, if they have confirmed their address.
 * @param mailId as `Mail.id`
 */
export async function sendComplaintMail(mail: ComplaintMail, mailId: string): Promise<void> {
  const { complaintId, userId, other, about } = mail;
  const [found] = await db
    .select({
      row: complaint,
      call: stream,
      email: user.email,
      username: user.username,
      record: user.language,
    })
    .from(complaint)
    .innerJoin(stream, eq(stream.id, complaint.streamId))
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .where(eq(complaint.id, complaintId));
  if (!found) return;
  const { row, call, email, username, record } = found;
  // It was answered or decided since.
  if (about === 'complaintMade' && row.status !== 'OPEN') return;
  const language = languageOfRecord(record);
  const price = (minor: number | null) => formatAmount(minor ?? 0, call.currency, language);
  const page = call.bookingId ? `/personal/booking/${call.bookingId}` : `/personal/stream/${call.id}`;
  await sendMail({
    id: mailId,
    to: email,
    language,
    about,
    values: {
      username,
      other: other ?? mailTexts[language]('gone'),
      wanted: price(row.wanted),
      charge: price(row.charge),
      conceded: price(row.conceded),
      decided: price(row.decided),
      text: row.text,
      answer: row.answer ?? '',
      reason: row.reason ?? '',
      link: mailSite.origin + localePath(page, language),
    },
  });
}
