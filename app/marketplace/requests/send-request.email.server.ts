import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { momentIn, zoneName } from '#app/i18n/moments.ts';
import { payWords } from '#app/i18n/pay-words.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { defineEmail, enqueueEmail, type Letter, type Writer } from '#app/platform/mail/email.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { callRequest, payment, producerSetting, stream, user } from '#db/schema/index.ts';
import { payOf } from '#protocol/call-request.ts';
import { netOf } from '#protocol/charge.ts';
import { brandName } from '../payments/brand-name.ts';
import { earned } from '../payments/earned.server.ts';
import { reviewLine } from '../streams/review-line.ts';
import { usernamesOf } from '../usernames.server.ts';

const HOUR_MS = 60 * 60_000;

const dataSchema = z.object({
  requestId: z.uuid(),
  /** The recipient. */
  userId: z.uuid(),
  /** The other person's username, also if the account is deleted before the email is sent; null if it already was. */
  other: z.string().nullable(),
  about: z.enum([
    'requestRings',
    'requestOver',
    'requestOverFree',
    'requestCharged',
    'requestEarned',
    'requestRefunded',
    'requestUnpaid',
    'requestNotEarned',
  ]),
  /** The payment that the email is about, if it is not about all of them. */
  paymentId: z.uuid().optional(),
});
type CallMail = z.output<typeof dataSchema>;

type Facts = Pick<CallMail, 'requestId' | 'other' | 'paymentId'> & {
  request: Pick<
    typeof callRequest.$inferSelect,
    'budgetMinutes' | 'priceMinor' | 'currency' | 'complaintHours'
  >;
  /** All payments of the call, which use the same card. */
  holds: readonly (Pick<
    typeof payment.$inferSelect,
    | 'id'
    | 'captured'
    | 'fee'
    | 'feeBps'
    | 'refunded'
    | 'toCapture'
    | 'captureAt'
    | 'cardBrand'
    | 'cardLast4'
    | 'viaSite'
    | 'transfer'
  > & { earned: number })[];
  /** The recipient is the streamer. */
  isStreamer: boolean;
  deliveredMs: number | null;
  /** What it costs by the meter; null until that is decided. */
  cost: number | null;
  /** When it was decided. */
  settledAt: Date | null;
  /** The reader's time zone. */
  timeZone: string;
  /** URL name of the streamer's profile; null if the account is deleted. */
  urlname: string | null;
};

/** An email to one of a request's two people, if their address is confirmed. */
export const requestEmail = defineEmail({ name: 'request', data: dataSchema, load, write });

async function load({ requestId, userId, other, about, paymentId }: CallMail, db: Database) {
  const [found] = await db
    .select({
      request: callRequest,
      deliveredMs: stream.deliveredMs,
      cost: stream.charge,
      settledAt: stream.endedAt,
      timeZone: sql<string>`coalesce(${producerSetting.timeZone}, 'UTC')`,
      urlname: sql<string | null>`(select u.urlname from ${user} u where u.id = ${callRequest.producerId})`,
      to: { email: user.email, username: user.username, language: user.language },
    })
    .from(callRequest)
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .leftJoin(stream, eq(stream.requestId, callRequest.id))
    .leftJoin(producerSetting, eq(producerSetting.userId, user.id))
    .where(eq(callRequest.id, requestId));
  if (!found) return null;
  const { to, ...read } = found;
  const isStreamer = read.request.producerId === userId;
  // It can no longer be answered.
  if (about === 'requestRings' && read.request.status !== 'RINGING') return null;
  const holds = await db
    .select({ ...getTableColumns(payment), earned: sql<number>`${earned}`.mapWith(Number) })
    .from(payment)
    .where(eq(payment.requestId, requestId));
  return { about, to, facts: { ...read, requestId, other, paymentId, holds, isStreamer } };
}

function write({ facts }: Letter<CallMail['about'], Facts>, writer: Writer) {
  const { requestId, paymentId, request, holds, deliveredMs, cost, settledAt, timeZone, urlname } = facts;
  const { language, t } = writer;
  const price = (minor: number) => formatAmount(minor, request.currency, language);
  const sum = (of: 'captured' | 'fee' | 'refunded' | 'earned') =>
    holds.reduce((all, paid) => all + paid[of], 0);
  const { cardBrand, cardLast4, feeBps = 0 } = holds[0] ?? {};
  const waits = holds.some(({ viaSite, transfer }) => viaSite && !transfer);
  const complainBy = (settledAt?.getTime() ?? 0) + request.complaintHours * HOUR_MS;
  const chargeAt = holds.reduce((at, { captureAt }) => Math.max(at, captureAt?.getTime() ?? 0), 0);
  const moment = (at: number) => momentIn(at, timeZone, language);
  const [captured, fee, refunded, earned] = [sum('captured'), sum('fee'), sum('refunded'), sum('earned')];
  const due = holds.find(({ id }) => id === paymentId)?.toCapture ?? 0;
  const { priceMinor, budgetMinutes, currency } = request;
  const pay = payWords(payOf(priceMinor, budgetMinutes, currency, feeBps), language);
  return {
    page: `/request/${requestId}`,
    values: {
      other: facts.other ?? t('gone'),
      minutes: request.budgetMinutes,
      delivered: formatSeconds(Math.floor((deliveredMs ?? 0) / 1000)),
      cost: price(cost ?? 0),
      chargeAt: moment(chargeAt),
      complainBy: moment(complainBy),
      zone: zoneName(timeZone),
      contact: writer.link('/contact-us'),
      charged: price(captured),
      due: price(due),
      yoursDue: price(netOf(due, feeBps)),
      waits: waits ? t('payoutWaits') : '',
      fee: price(fee),
      refunded: price(refunded),
      earned: price(earned),
      left: facts.isStreamer ? t('left', { amount: price(earned) }) : '',
      perMinute: price(request.priceMinor),
      yoursPerMinute: pay.perMinute,
      amount: pay.amount,
      yours: pay.most,
      brand: brandName(cardBrand ?? ''),
      last4: cardLast4 ?? '',
      review: reviewLine(deliveredMs ?? 0, urlname, writer),
    },
  };
}

const FOR_CONSUMER: readonly CallMail['about'][] = [
  'requestOver',
  'requestOverFree',
  'requestCharged',
  'requestUnpaid',
];

/**
 * Enqueues an email about a request to the person concerned: the streamer or the payer, about a refund both.
 * @param occasion id of a refund, or of a payment that could not be charged: each has its own emails
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
  const people = await usernamesOf(tx, [producerId, consumerId]);
  const isUnpaid = about === 'requestUnpaid' || about === 'requestNotEarned';
  const isForConsumer = FOR_CONSUMER.includes(about);
  for (const { id: userId } of people) {
    // Emails about money are also sent if the other account is deleted.
    const other = people.find(({ id }) => id !== userId)?.username ?? null;
    const isFor = about === 'requestRefunded' || (userId === consumerId) === isForConsumer;
    if (!isFor || (other === null && about === 'requestRings')) continue;
    const mail = { requestId, userId, other, about, paymentId: isUnpaid ? occasion : undefined };
    await enqueueEmail(tx, requestEmail, mail, [requestId, userId, about, occasion]);
  }
}
