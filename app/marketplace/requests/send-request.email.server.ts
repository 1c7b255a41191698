import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { localePath } from '#app/i18n/languages.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { db } from '#app/platform/database.server.ts';
import { mailSite, mailTexts, sendMail } from '#app/platform/mail/mail.server.ts';
import { callRequest, payment, stream, user } from '#db/schema/index.ts';
import { brandName } from '../payments/brand-name.ts';
import { reviewLine } from '../streams/review-line.server.ts';
import type { CallMail } from './mail-data.ts';

/**
 * Emails one of a request's two people, if they have confirmed their address.
 * @param mailId as `Mail.id`
 */
export async function sendCallMail(mail: CallMail, mailId: string): Promise<void> {
  const { requestId, userId, other, about, paymentId } = mail;
  const [found] = await db
    .select({
      request: callRequest,
      deliveredMs: stream.deliveredMs,
      urlname: sql<string | null>`(select u.urlname from ${user} u where u.id = ${callRequest.producerId})`,
      email: user.email,
      username: user.username,
      record: user.language,
    })
    .from(callRequest)
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .leftJoin(stream, eq(stream.requestId, callRequest.id))
    .where(eq(callRequest.id, requestId));
  if (!found) return;
  const { request, deliveredMs, urlname, email, username, record } = found;
  // Too late to answer.
  if (about === 'requestRings' && request.status !== 'RINGING') return;
  const language = languageOfRecord(record);
  const price = (minor: number) => formatAmount(minor, request.currency, language);
  // The holds of a call are all on one card.
  const holds = await db.select().from(payment).where(eq(payment.requestId, requestId));
  const sum = (of: 'captured' | 'fee' | 'refunded') => holds.reduce((all, paid) => all + paid[of], 0);
  const { cardBrand, cardLast4 } = holds[0] ?? {};
  const waits = holds.some(({ viaSite, transfer }) => viaSite && !transfer);
  const [captured, fee, refunded] = [sum('captured'), sum('fee'), sum('refunded')];
  await sendMail({
    id: mailId,
    to: email,
    language,
    about,
    values: {
      username,
      other: other ?? mailTexts[language]('gone'),
      minutes: request.budgetMinutes,
      delivered: formatSeconds(Math.floor((deliveredMs ?? 0) / 1000)),
      charged: price(captured),
      due: price(holds.find(({ id }) => id === paymentId)?.toCapture ?? 0),
      waits: waits ? mailTexts[language]('payoutWaits') : '',
      fee: price(fee),
      refunded: price(refunded),
      earned: price(captured - fee),
      perMinute: price(request.priceMinor),
      brand: brandName(cardBrand ?? ''),
      last4: cardLast4 ?? '',
      review: reviewLine(deliveredMs ?? 0, urlname, language),
      link: mailSite.origin + localePath(`/request/${requestId}`, language),
    },
  });
}
