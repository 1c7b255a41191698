import { and, asc, desc, eq, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { Language } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { card, payment, stripeCustomer } from '#db/schema/index.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';
import { callStripe, databaseTime, isGone, isRefused } from '../stripe/client.server.ts';
import { customerOf, forgetCustomer } from './customer.server.ts';

const HOUR_S = 3_600;
/** Cards that banks may refuse to have saved within an hour, and cards that may be saved or refused. */
const [MAX_REFUSED, MAX_TRIED] = [5, 20];

/** More cards than anyone has; a longer list is cut off. */
const MAX_CARDS = 100;

/** Statuses in which something may still be held or captured. */
const UNCHARGED: (typeof payment.$inferSelect)['status'][] = ['NEW', 'ACTION', 'HELD', 'CAPTURING'];

/** The viewer's cards, the default one first. */
export function ownCards({ id }: SignedIn) {
  const { brand, last4, expMonth, expYear, isDefault } = card;
  return db
    .select({ id: card.id, brand, last4, expMonth, expYear, isDefault })
    .from(card)
    .where(eq(card.userId, id))
    .orderBy(desc(isDefault), asc(card.createdAt));
}

export type OwnCard = Awaited<ReturnType<typeof ownCards>>[number];

/** The viewer's card that was saved last, or saved again; null without any. */
async function newestCard({ id }: SignedIn) {
  const [newest] = await db
    .select({ id: card.id, savedAt: card.createdAt })
    .from(card)
    .where(eq(card.userId, id))
    .orderBy(desc(card.createdAt))
    .limit(1);
  return newest ?? null;
}

/**
 * The card to propose for a payment instead of the default one: the one that was just added.
 * @param isBack whether the viewer comes back from Stripe's page
 * @param refusedAt when the bank refused a card for this payment; null if it did not
 * @returns its id; null without one
 */
export async function addedCard(
  viewer: SignedIn,
  isBack: boolean,
  refusedAt: Date | null,
): Promise<string | null> {
  const newest = isBack || refusedAt ? await newestCard(viewer) : null;
  return newest && (isBack || newest.savedAt > (refusedAt ?? newest.savedAt)) ? newest.id : null;
}

/**
 * Starts saving a card, on Stripe's own page. Visits are not limited, only cards that are tried there.
 * @param page our page to return to, `https://…`
 * @returns the URL of Stripe's page
 * @throws ProtocolError RATE_LIMITED; FORBIDDEN, PAYMENTS_OFF and UNAVAILABLE as `customerOf`
 */
export async function startCard(viewer: SignedIn, page: string): Promise<string> {
  const { customer, language } = await customerOf(viewer);
  await refuseTooManyTried(customer);
  const session = await cardSession(viewer, customer, language, page).catch(async (error: unknown) => {
    if (!isGone(error, 'customer')) throw error;
    await forgetCustomer(customer);
    const made = await customerOf(viewer);
    return cardSession(viewer, made.customer, language, page);
  });
  if (!session.url) throw new Error(`Stripe's session ${session.id} has no page`);
  return session.url;
}

/** Thieves test stolen cards by saving them. @throws RetryLater RATE_LIMITED; as `callStripe` */
async function refuseTooManyTried(customer: string): Promise<void> {
  const now = Date.now() / 1000;
  const { data } = await callStripe((stripe) =>
    stripe.setupIntents.list({ customer, created: { gte: Math.floor(now) - HOUR_S }, limit: 100 }),
  ).catch((error: unknown) => {
    // The customer is gone, which `startCard` handles.
    if (!isRefused(error)) throw error;
    return { data: [] };
  });
  const tried = data.filter(({ status, last_setup_error }) => status === 'succeeded' || last_setup_error);
  const refused = tried.filter(({ last_setup_error }) => last_setup_error);
  // Newest first: the limit ends once this one is an hour old.
  const last = refused[MAX_REFUSED - 1] ?? tried[MAX_TRIED - 1];
  if (last) throw new RetryLater('RATE_LIMITED', Math.max(1, last.created + HOUR_S - now));
}

const cardSession = (viewer: SignedIn, customer: string, language: Language, page: string) =>
  callStripe((stripe) =>
    stripe.checkout.sessions.create({
      mode: 'setup',
      ui_mode: 'hosted_page',
      customer,
      // Stripe needs a currency to select payment methods, although we allow only cards.
      currency: 'eur',
      allowed_payment_method_types: ['card'],
      locale: language,
      client_reference_id: viewer.id,
      success_url: `${page}?done=stripe#cards`,
      cancel_url: page,
    }),
  );

/**
 * Reads a person's cards from Stripe and stores them. If several have the same number, only the newest is kept, at
 * Stripe too.
 * @param whose by user, or by customer: `cus_…`
 * @throws as `callStripe`
 */
export async function refreshCards(whose: { userId: string } | { customer: string }): Promise<void> {
  const isTheirs =
    'userId' in whose ? eq(stripeCustomer.userId, whose.userId) : eq(stripeCustomer.stripeId, whose.customer);
  const [found] = await db
    .select({ userId: stripeCustomer.userId, stripeId: stripeCustomer.stripeId, askedAt: databaseTime })
    .from(stripeCustomer)
    .where(isTheirs);
  const { userId, stripeId, askedAt } = found ?? {};
  if (!userId || !stripeId || !askedAt) return;
  const listed = await callStripe((stripe) =>
    stripe.customers.listPaymentMethods(stripeId, { type: 'card', limit: MAX_CARDS }),
  ).catch((error: unknown) => {
    if (!isGone(error, 'id')) throw error;
    return null;
  });
  if (!listed) return forgetCustomer(stripeId);
  const { data } = listed;
  const methods = data.toSorted((a, b) => b.created - a.created);
  const cards = new Map<string, NewCard>();
  const doubles: string[] = [];
  for (const method of methods) {
    const row = cardRow(userId, method);
    if (!row) continue;
    if (cards.has(row.fingerprint)) doubles.push(method.id);
    else cards.set(row.fingerprint, row);
  }
  await storeCards(userId, askedAt, [...cards.values()]);
  for (const double of doubles) await detach(double);
}

type NewCard = typeof card.$inferInsert;

function cardRow(userId: string, { id, card: details }: Stripe.PaymentMethod): NewCard | null {
  if (!details) return null;
  const { brand, last4, fingerprint, exp_month, exp_year } = details;
  // Stripe omits the fingerprint for some wallets; such a card counts as unique.
  const unique = fingerprint ?? id;
  return { userId, stripeId: id, fingerprint: unique, brand, last4, expMonth: exp_month, expYear: exp_year };
}

/** Replaces the stored cards, unless a more recent list has been stored already. */
function storeCards(userId: string, askedAt: string, cards: NewCard[]): Promise<void> {
  return inTransaction(async (tx) => {
    const isLatest = or(isNull(stripeCustomer.checkedAt), lt(stripeCustomer.checkedAt, sql`${askedAt}`));
    const claimed = await tx
      .update(stripeCustomer)
      .set({ checkedAt: sql`${askedAt}` })
      .where(and(eq(stripeCustomer.userId, userId), isLatest))
      .returning({ id: stripeCustomer.id });
    if (claimed.length === 0) return;
    const isOwn = eq(card.userId, userId);
    await renewPayments(tx, userId, cards);
    const kept = cards.map(({ fingerprint }) => fingerprint);
    await tx.delete(card).where(and(isOwn, notInArray(card.fingerprint, kept)));
    // Oldest first, so that they are listed in the order in which they were saved.
    for (const row of cards.toReversed()) {
      const { stripeId, expMonth, expYear } = row;
      await tx
        .insert(card)
        .values({ ...row, createdAt: sql`clock_timestamp()` })
        .onConflictDoUpdate({
          target: [card.userId, card.fingerprint],
          // A card that is saved again is the newest.
          set: {
            ...{ stripeId, expMonth, expYear },
            createdAt: sql`case when ${card.stripeId} = ${stripeId} then ${card.createdAt} else clock_timestamp() end`,
          },
        });
    }
    const [newest] = cards;
    if (!newest || (await tx.$count(card, and(isOwn, card.isDefault))) > 0) return;
    await tx.update(card).set({ isDefault: true }).where(eq(card.stripeId, newest.stripeId));
  });
}

/** Moves pending payments from a card that was saved again to its new copy, as the old one is detached. */
async function renewPayments(tx: Transaction, userId: string, cards: readonly NewCard[]): Promise<void> {
  const stored = await tx.select().from(card).where(eq(card.userId, userId));
  for (const { stripeId, fingerprint } of cards) {
    const former = stored.find((row) => row.fingerprint === fingerprint && row.stripeId !== stripeId);
    if (!former) continue;
    await tx
      .update(payment)
      .set({ paymentMethod: stripeId })
      .where(and(eq(payment.paymentMethod, former.stripeId), inArray(payment.status, UNCHARGED)));
  }
}

/**
 * Removes a card, at Stripe too.
 * @throws ProtocolError NOT_FOUND; IN_USE if something is held or will be held on it; UNAVAILABLE and PAYMENTS_OFF as
 * `callStripe`
 */
export async function removeCard(viewer: SignedIn, id: string): Promise<void> {
  const { stripeId } = await ownCard(viewer, id);
  const isNeeded = and(eq(payment.paymentMethod, stripeId), inArray(payment.status, UNCHARGED));
  if ((await db.$count(payment, isNeeded)) > 0) throw new ProtocolError('IN_USE');
  await detach(stripeId);
  await refreshCards({ userId: viewer.id });
}

/** Makes a card the default one. @throws ProtocolError NOT_FOUND */
export async function preferCard(viewer: SignedIn, id: string): Promise<void> {
  await ownCard(viewer, id);
  await inTransaction(async (tx) => {
    const isOwn = eq(card.userId, viewer.id);
    // In two steps, as PostgreSQL checks the unique index row by row.
    await tx.update(card).set({ isDefault: false }).where(and(isOwn, card.isDefault));
    await tx
      .update(card)
      .set({ isDefault: true })
      .where(and(isOwn, eq(card.id, id)));
  });
}

async function ownCard(viewer: SignedIn, id: string) {
  const [found] = await db
    .select()
    .from(card)
    .where(and(eq(card.id, id), eq(card.userId, viewer.id)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  return found;
}

/**
 * Detaches a card from its customer. A card that is already gone is not an error, as the cards are listed again
 * afterwards.
 */
async function detach(paymentMethod: string): Promise<void> {
  try {
    await callStripe((stripe) => stripe.paymentMethods.detach(paymentMethod));
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
}
