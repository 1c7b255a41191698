import { and, eq } from 'drizzle-orm';
import { notify } from '#app/marketplace/notify.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import type { Transaction } from '#db/client.ts';
import { authority, type dispute, notification, type payment, role } from '#db/schema/index.ts';
import { type MoneyMail, moneyEmail } from './send-money.email.server.ts';

/** Tells a streamer that Stripe wants something of them, once each time. */
export async function tellOfPayout(tx: Transaction, userId: string): Promise<void> {
  // They were told before, and had done it.
  await forgetPayoutNotice(tx, userId);
  await notify(tx, { userId, kind: 'PAYOUT' });
  await enqueueEmail(tx, moneyEmail, { userId, about: 'payoutNeeds' });
}

/** There is nothing to do about it any more. */
export async function forgetPayoutNotice(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(notification).where(and(eq(notification.userId, userId), eq(notification.kind, 'PAYOUT')));
}

type Payment = typeof payment.$inferSelect;
type Dispute = typeof dispute.$inferSelect;

/** The money is with the bank, or was: Stripe does not only ask. */
const isTaken = (status: string) => !/^(warning_|prevented)/.test(status);
const isClosed = (status: string) => ['won', 'lost', 'warning_closed', 'prevented'].includes(status);

/**
 * Tells administrators, and the streamer whose money is taken, that a dispute is opened or closed.
 * @param before its status when it was read last; null if it is new
 */
export async function tellOfDispute(
  tx: Transaction,
  { bookingId, requestId, payeeId }: Payment,
  { id: disputeId, status }: Dispute,
  before: string | null,
): Promise<void> {
  const tell = (userId: string, about: MoneyMail['about']) =>
    enqueueOnce(tx, { userId, about, disputeId }, disputeId);
  const isNew = before === null;
  const closes = isClosed(status) && (isNew || !isClosed(before));
  if (!isNew && !closes) return;
  for (const id of await administrators(tx)) {
    if (isNew && !closes) await tell(id, 'disputeToAnswer');
    if (closes) await tell(id, 'disputeClosed');
  }
  if (!payeeId || !isTaken(status)) return;
  const about = { userId: payeeId, bookingId, requestId };
  if (closes) {
    await notify(tx, { ...about, kind: 'DISPUTE_CLOSED' });
    await tell(payeeId, status === 'won' ? 'disputeWon' : 'disputeLost');
  } else {
    await notify(tx, { ...about, kind: 'DISPUTE_OPENED' });
    await tell(payeeId, 'disputeOpened');
  }
}

/**
 * Tells administrators that what Stripe was to charge for a payment has terms that are not ours.
 * @param intent `pi_…`: of each they are told once
 */
export async function tellOfForeign(tx: Transaction, paymentId: string, intent: string): Promise<void> {
  for (const userId of await administrators(tx))
    await enqueueOnce(tx, { userId, about: 'paymentForeign', paymentId }, intent);
}

async function administrators(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: role.userId })
    .from(role)
    .innerJoin(authority, and(eq(authority.rolename, role.rolename), eq(authority.name, 'ADMINISTER')));
  return rows.map(({ id }) => id);
}

/** @param occasion by which the email is the same one */
async function enqueueOnce(tx: Transaction, mail: MoneyMail, occasion: string): Promise<void> {
  const { userId, about } = mail;
  await enqueueEmail(tx, moneyEmail, mail, [occasion, userId, about]);
}
