import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { momentIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { defineEmail, type Letter, type Writer } from '#app/platform/mail/email.server.ts';
import type { Database } from '#db/client.ts';
import { dispute, payment, producerSetting, user } from '#db/schema/index.ts';
import { netOf } from '#protocol/charge.ts';

const dataSchema = z.object({
  /** The recipient. */
  userId: z.uuid(),
  about: z.enum([
    'payoutNeeds',
    'disputeOpened',
    'disputeWon',
    'disputeLost',
    'disputeToAnswer',
    'disputeClosed',
    'paymentForeign',
  ]),
  disputeId: z.uuid().optional(),
  paymentId: z.uuid().optional(),
});
export type MoneyMail = z.output<typeof dataSchema>;

type Facts = Pick<MoneyMail, 'disputeId' | 'paymentId'> & {
  /** The disputed payment, or the one whose terms at Stripe differ. */
  paid: Pick<
    typeof payment.$inferSelect,
    'amount' | 'currency' | 'captured' | 'refunded' | 'feeBps' | 'bookingId' | 'requestId'
  > | null;
  disputed: Pick<typeof dispute.$inferSelect, 'amount' | 'reversed' | 'status' | 'dueBy'> | null;
  /** The reader's time zone. */
  timeZone: string;
};

/** An email about a dispute, a payout account or a foreign payment, if the reader's address is confirmed. */
export const moneyEmail = defineEmail({ name: 'money', data: dataSchema, load, write });

async function load({ userId, about, disputeId, paymentId }: MoneyMail, db: Database) {
  const [reader] = await db
    .select({
      to: { email: user.email, username: user.username, language: user.language },
      timeZone: producerSetting.timeZone,
    })
    .from(user)
    .leftJoin(producerSetting, eq(producerSetting.userId, user.id))
    .where(and(eq(user.id, userId), isNotNull(user.emailVerifiedAt)));
  if (!reader) return null;
  const { to, timeZone } = reader;
  const found = disputeId ? await findDispute(db, disputeId) : undefined;
  if (disputeId && !found) return null;
  const [paid] = paymentId ? await db.select().from(payment).where(eq(payment.id, paymentId)) : [found?.paid];
  const facts = {
    disputeId,
    paymentId,
    paid: paid ?? null,
    disputed: found?.disputed ?? null,
    timeZone: timeZone ?? 'UTC',
  };
  return { about, to, facts };
}

async function findDispute(db: Database, id: string) {
  const [found] = await db
    .select({ disputed: dispute, paid: payment })
    .from(dispute)
    .innerJoin(payment, eq(payment.id, dispute.paymentId))
    .where(eq(dispute.id, id));
  return found;
}

function write({ about, facts }: Letter<MoneyMail['about'], Facts>, { language, t }: Writer) {
  const { paid, disputed, timeZone } = facts;
  const price = (minor: number) => formatAmount(minor, paid?.currency ?? '', language);
  const dueBy = disputed?.dueBy;
  return {
    page: pageOf(about, facts),
    values: {
      amount: paid ? price(disputed?.amount ?? paid.amount) : '',
      yours: paid && disputed ? price(yoursOf(paid, disputed)) : '',
      status: disputed?.status ?? '',
      dueBy: dueBy ? t('by', { when: momentIn(dueBy.getTime(), timeZone, language), zone: timeZone }) : '',
    },
  };
}

/** The streamer's part of a disputed amount: what they have returned or, until that is known, are to return. */
function yoursOf(
  { captured, refunded, feeBps }: NonNullable<Facts['paid']>,
  { amount, reversed }: NonNullable<Facts['disputed']>,
): number {
  return reversed || netOf(Math.min(amount, captured - refunded), feeBps);
}

function pageOf(about: MoneyMail['about'], { disputeId, paymentId, paid }: Facts): string {
  const { bookingId, requestId } = paid ?? {};
  const isAdministrators = about === 'disputeToAnswer' || about === 'disputeClosed';
  if (isAdministrators) return `/admin/dispute/${disputeId}`;
  if (paymentId) return `/admin/payment/${paymentId}`;
  if (bookingId) return `/personal/booking/${bookingId}`;
  return requestId ? `/request/${requestId}` : '/personal/payout';
}
