import { and, eq, isNotNull } from 'drizzle-orm';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { localePath } from '#app/i18n/languages.ts';
import { momentIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { db } from '#app/platform/database.server.ts';
import { mailSite, mailTexts, sendMail } from '#app/platform/mail/mail.server.ts';
import { dispute, payment, producerSetting, user } from '#db/schema/index.ts';
import type { MoneyMail } from './mail-data.ts';

/**
 * Emails someone about money, if they have confirmed their address.
 * @param mailId as `Mail.id`
 */
export async function sendMoneyMail(mail: MoneyMail, mailId: string): Promise<void> {
  const { userId, about, disputeId, paymentId } = mail;
  const [reader] = await db
    .select({ account: user, timeZone: producerSetting.timeZone })
    .from(user)
    .leftJoin(producerSetting, eq(producerSetting.userId, user.id))
    .where(and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)));
  if (!reader) return;
  const { account } = reader;
  const language = languageOfRecord(account.language);
  const found = disputeId ? await disputed(disputeId) : undefined;
  if (disputeId && !found) return;
  const [paid] = paymentId ? await db.select().from(payment).where(eq(payment.id, paymentId)) : [found?.paid];
  const price = (minor: number) => formatAmount(minor, paid?.currency ?? '', language);
  const isAdministrators = about === 'disputeToAnswer' || about === 'disputeClosed';
  const { bookingId, requestId } = paid ?? {};
  const path = isAdministrators
    ? `/admin/dispute/${disputeId}`
    : paymentId
      ? `/admin/payment/${paymentId}`
      : bookingId
        ? `/personal/booking/${bookingId}`
        : requestId
          ? `/request/${requestId}`
          : '/personal/payout';
  const dueBy = found?.row.dueBy;
  await sendMail({
    id: mailId,
    to: account.email,
    language,
    about,
    values: {
      username: account.username,
      amount: paid ? price(found?.row.amount ?? paid.amount) : '',
      reversed: found ? price(found.row.reversed) : '',
      status: found?.row.status ?? '',
      dueBy: dueBy
        ? mailTexts[language]('by', {
            when: momentIn(dueBy.getTime(), reader.timeZone ?? 'UTC', language),
            zone: reader.timeZone ?? 'UTC',
          })
        : '',
      link: mailSite.origin + localePath(path, language),
    },
  });
}

async function disputed(id: string) {
  const [found] = await db
    .select({ row: dispute, paid: payment })
    .from(dispute)
    .innerJoin(payment, eq(payment.id, dispute.paymentId))
    .where(eq(dispute.id, id));
  return found;
}
