import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { card, stripeCustomer, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { callStripe } from '../stripe/client.server.ts';

/**
 * Returns the viewer's Stripe customer, created on first use.
 * @returns its id, `cus_…`, and the language of their account
 * @throws ProtocolError FORBIDDEN until the viewer has confirmed the email address that receipts go to; as `callStripe`
 */
export async function customerOf({ id }: SignedIn): Promise<{ customer: string; language: Language }> {
  const [account] = await db.select().from(user).where(eq(user.id, id));
  if (!account?.emailVerifiedAt) throw new ProtocolError('FORBIDDEN');
  const language = languageOfRecord(account.language);
  // In one statement: a customer deleted at Stripe may be forgotten at any time.
  const [row] = await db
    .insert(stripeCustomer)
    .values({ userId: id })
    .onConflictDoUpdate({ target: stripeCustomer.userId, set: { userId: id } })
    .returning();
  if (!row) throw new Error('The customer was not written');
  if (row.stripeId) return { customer: row.stripeId, language };
  const customer = await callStripe((stripe) =>
    stripe.customers.create(
      {
        email: account.email,
        name: account.username,
        preferred_locales: [language],
        metadata: { user: id },
      },
      // Repeated after a crash or in another tab, the key yields the same customer; Stripe refuses a key reused with
      // other values.
      { idempotencyKey: `cus:${row.id}:${account.version}` },
    ),
  );
  await db.update(stripeCustomer).set({ stripeId: customer.id }).where(eq(stripeCustomer.id, row.id));
  return { customer: customer.id, language };
}

/** The viewer's email address while it is unconfirmed; null once receipts can go there. */
export async function unconfirmedAddress({ id }: SignedIn): Promise<string | null> {
  const [account] = await db
    .select({ email: user.email })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.emailVerifiedAt)));
  return account?.email ?? null;
}

/** Refuses before anything is taken or held what could not be paid. @throws ProtocolError FORBIDDEN */
export async function refuseUnconfirmed(viewer: SignedIn): Promise<void> {
  if ((await unconfirmedAddress(viewer)) !== null) throw new ProtocolError('FORBIDDEN');
}

/** Forgets a customer that was deleted at Stripe; saving a card creates a new one. @param stripeId `cus_…` */
export function forgetCustomer(stripeId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const isIt = and(eq(stripeCustomer.stripeId, stripeId), isNotNull(stripeCustomer.userId));
    // The idempotency key contains the row's id, so a new customer needs a new row.
    const [gone] = await tx.delete(stripeCustomer).where(isIt).returning();
    if (gone?.userId) await tx.delete(card).where(eq(card.userId, gone.userId));
  });
}
