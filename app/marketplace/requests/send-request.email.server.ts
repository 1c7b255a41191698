import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { defineEmail, enqueueEmail, type Letter, type Writer } from '#app/platform/mail/email.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { callRequest, payment, stream, user } from '#db/schema/index.ts';
import { earnedPerMinute } from '#protocol/charge.ts';
import { brandName } from '../payments/brand-name.ts';
import { reviewLine } from '../streams/review-line.ts';
import { usernamesOf } from '../usernames.server.ts';

const dataSchema = z.object({
  requestId: z.uuid(),
  /** The recipient. */
  userId: z.uuid(),
  /** The other person's username, also if the account is deleted before the email is sent; null if it already was. */
  other: z.string().nullable(),
  about: z.enum([
    'requestRings',
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
  request: Pick<typeof callRequest.$inferSelect, 'budgetMinutes' | 'priceMinor' | 'currency'>;
  /** All payments of the call, which use the same card. */
  holds: readonly Pick<
    typeof payment.$inferSelect,
    | 'id'
    | 'captured'
    | 'fee'
    | 'feeBps'
    | 'refunded'
    | 'toCapture'
    | 'cardBrand'
    | 'cardLast4'
    | 'viaSite'
    | 'transfer'
  >[];
  deliveredMs: number | null;
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
      urlname: sql<string | null>`(select u.urlname from ${user} u where u.id = ${callRequest.producerId})`,
      to: { email: user.email, username: user.username, language: user.language },
    })
    .from(callRequest)
    .innerJoin(user, and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)))
    .leftJoin(stream, eq(stream.requestId, callRequest.id))
    .where(eq(callRequest.id, requestId));
  if (!found) return null;
  const { to, ...read } = found;
  // It can no longer be answered.
  if (about === 'requestRings' && read.request.status !== 'RINGING') return null;
  const holds = await db.select().from(payment).where(eq(payment.requestId, requestId));
  return { about, to, facts: { ...read, requestId, other, paymentId, holds } };
}

function write({ facts }: Letter<CallMail['about'], Facts>, writer: Writer) {
  const { requestId, other, paymentId, request, holds, deliveredMs, urlname } = facts;
  const { language, t } = writer;
  const price = (minor: number) => formatAmount(minor, request.currency, language);
  const sum = (of: 'captured' | 'fee' | 'refunded') => holds.reduce((all, paid) => all + paid[of], 0);
  const { cardBrand, cardLast4, feeBps = 0 } = holds[0] ?? {};
  const waits = holds.some(({ viaSite, transfer }) => viaSite && !transfer);
  const [captured, fee, refunded] = [sum('captured'), sum('fee'), sum('refunded')];
  return {
    page: `/request/${requestId}`,
    values: {
      other: other ?? t('gone'),
      minutes: request.budgetMinutes,
      delivered: formatSeconds(Math.floor((deliveredMs ?? 0) / 1000)),
      charged: price(captured),
      due: price(holds.find(({ id }) => id === paymentId)?.toCapture ?? 0),
      waits: waits ? t('payoutWaits') : '',
      fee: price(fee),
      refunded: price(refunded),
      earned: price(captured - fee),
      perMinute: price(request.priceMinor),
      yoursPerMinute: price(earnedPerMinute(request.priceMinor, feeBps)),
      brand: brandName(cardBrand ?? ''),
      last4: cardLast4 ?? '',
      review: reviewLine(deliveredMs ?? 0, urlname, writer),
    },
  };
}

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
  const isForConsumer = about === 'requestCharged' || about === 'requestUnpaid';
  for (const { id: userId } of people) {
    // Emails about money are also sent if the other account is deleted.
    const other = people.find(({ id }) => id !== userId)?.username ?? null;
    const isFor = about === 'requestRefunded' || (userId === consumerId) === isForConsumer;
    if (!isFor || (other === null && about === 'requestRings')) continue;
    const mail = { requestId, userId, other, about, paymentId: isUnpaid ? occasion : undefined };
    await enqueueEmail(tx, requestEmail, mail, [requestId, userId, about, occasion]);
  }
}
