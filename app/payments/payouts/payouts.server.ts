import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { payoutTransfers } from '#app/marketplace/payments/queues.server.ts';
import { db } from '#app/platform/database.server.ts';
import { enqueueMissing } from '#app/platform/jobs/waiting.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { payment, payoutAccount, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { forgetPayoutNotice, tellOfPayout } from '../notices/tell.server.ts';
import { callStripe, databaseTime, isRefused, stripeMode, unlessAway } from '../stripe/client.server.ts';
import type { PayoutState } from './schema.ts';

type PayoutAccount = typeof payoutAccount.$inferSelect;

/** The viewer's payout state, as stored. */
async function ownPayout({ id }: SignedIn): Promise<PayoutState> {
  const [account] = await db.select().from(payoutAccount).where(eq(payoutAccount.userId, id));
  return stateOf(account);
}

/**
 * As `ownPayout`, but reread from Stripe unless the account is ready.
 * @returns also whether Stripe was asked and did not answer
 */
export async function currentPayout(viewer: SignedIn): Promise<{ payout: PayoutState; isAway: boolean }> {
  const [account] = await db.select().from(payoutAccount).where(eq(payoutAccount.userId, viewer.id));
  const payout = stateOf(account);
  if (!account?.stripeId || payout.ready) return { payout, isAway: false };
  const isAway = !(await unlessAway(refreshPayout(account.stripeId)));
  return { payout: await ownPayout(viewer), isAway };
}

/** Whether a streamer can be paid now. */
export async function isPayable(userId: string, on: Database | Transaction = db): Promise<boolean> {
  return (await payableOf([userId], on)).has(userId);
}

/** Those of some streamers who can be paid now. */
export async function payableOf(
  userIds: readonly string[],
  on: Database | Transaction,
): Promise<Set<string>> {
  if (stripeMode === null) return new Set();
  const ready = await on.select({ id: payoutAccount.userId }).from(payoutAccount).where(isReady(userIds));
  return new Set(ready.flatMap(({ id }) => id ?? []));
}

/**
 * The Stripe account that a streamer is paid to.
 * @returns `acct_…`
 * @throws ProtocolError NOT_PAYABLE if they cannot be paid now; PAYMENTS_OFF
 */
export async function accountToPay(userId: string, on: Database | Transaction): Promise<string> {
  if (stripeMode === null) throw new ProtocolError('PAYMENTS_OFF');
  const [account] = await on
    .select()
    .from(payoutAccount)
    .where(isReady([userId]));
  if (!account?.stripeId) throw new ProtocolError('NOT_PAYABLE');
  return account.stripeId;
}

/** Whether an account can receive transfers now. @param stripeId `acct_…` */
export async function takesTransfers(stripeId: string, on: Database | Transaction = db): Promise<boolean> {
  const isIt = and(eq(payoutAccount.stripeId, stripeId), eq(payoutAccount.transfers, 'active'));
  return (await on.$count(payoutAccount, isIt)) > 0;
}

function isReady(userIds: readonly string[]): SQL | undefined {
  const { transfers, payouts, stripeId } = payoutAccount;
  return and(
    inArray(payoutAccount.userId, [...userIds]),
    isNotNull(stripeId),
    eq(transfers, 'active'),
    eq(payouts, 'active'),
  );
}

function stateOf(account: PayoutAccount | undefined): PayoutState {
  const none = { country: account?.country ?? null, begun: false, connected: false };
  if (!account?.stripeId) return { ...none, ready: false, refused: false, due: 0, dueBy: null };
  const { country, submitted, transfers, payouts, dueCount, dueBy } = account;
  return {
    country,
    begun: true,
    connected: submitted,
    ready: transfers === 'active' && payouts === 'active',
    refused: [transfers, payouts].some((status) => status === 'rejected' || status === 'unsupported'),
    due: dueCount,
    dueBy,
  };
}

/**
 * Starts a streamer's onboarding on Stripe's pages; creates their Stripe account on first use.
 * @param page our page to return to, `https://…`
 * @returns the URL of Stripe's page, valid for one visit within minutes
 * @throws ProtocolError FORBIDDEN for people who are not streamers or have no confirmed email address; CONFIRM_AGAIN;
 * RATE_LIMITED; INVALID_DATA without a country; PAYMENTS_OFF, UNAVAILABLE
 */
export async function startPayout(
  viewer: SignedIn,
  country: string | undefined,
  page: string,
): Promise<string> {
  if (!viewer.authorities.has('STREAM')) throw forbidden(viewer);
  requireConfirmed(viewer);
  await spend('payout', viewer.id);
  const account = await accountOf(viewer, country);
  const { url } = await callStripe((stripe) =>
    stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: `${page}?expired`,
          return_url: page,
          collection_options: { fields: 'eventually_due' },
        },
      },
    }),
  );
  return url;
}

/** @returns `acct_…` */
async function accountOf(viewer: SignedIn, country: string | undefined): Promise<string> {
  const isOwn = eq(payoutAccount.userId, viewer.id);
  if (country !== undefined) {
    // The country can change until the account exists at Stripe.
    await db
      .insert(payoutAccount)
      .values({ userId: viewer.id, country })
      .onConflictDoUpdate({
        target: payoutAccount.userId,
        set: { country },
        setWhere: isNull(payoutAccount.stripeId),
      });
  }
  const [account] = await db.select().from(payoutAccount).where(isOwn);
  if (!account)
    throw new ProtocolError('INVALID_DATA', [
      { path: 'country', message: 'is missing', problem: { kind: 'required' } },
    ]);
  if (account.stripeId) return account.stripeId;
  const [owner] = await db.select().from(user).where(eq(user.id, viewer.id));
  if (!owner?.emailVerifiedAt) throw new ProtocolError('FORBIDDEN');
  const made = await callStripe((stripe) =>
    stripe.v2.core.accounts.create(
      {
        contact_email: owner.email,
        display_name: owner.username,
        dashboard: 'express',
        identity: { country: account.country.toLowerCase(), entity_type: 'individual' },
        configuration: {
          recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
        },
        defaults: {
          locales: [languageOfRecord(owner.language)],
          responsibilities: { fees_collector: 'application', losses_collector: 'application' },
        },
        metadata: { user: viewer.id },
      },
      // Repeated after a crash or in another tab, the key yields the same account; Stripe refuses a key reused with
      // other values.
      { idempotencyKey: `acct:${account.id}:${account.country}:${owner.version}` },
    ),
  );
  await db.update(payoutAccount).set({ stripeId: made.id }).where(eq(payoutAccount.id, account.id));
  return made.id;
}

/**
 * The URL of Stripe's page with a streamer's earnings and bank account, valid for one visit.
 * @throws ProtocolError NOT_FOUND before they are connected; CONFIRM_AGAIN, RATE_LIMITED, PAYMENTS_OFF, UNAVAILABLE
 */
export async function payoutDashboard(viewer: SignedIn): Promise<string> {
  const isOwn = and(eq(payoutAccount.userId, viewer.id), payoutAccount.submitted);
  const [account] = await db.select({ stripeId: payoutAccount.stripeId }).from(payoutAccount).where(isOwn);
  const stripeId = account?.stripeId;
  if (!stripeId) throw new ProtocolError('NOT_FOUND');
  requireConfirmed(viewer);
  await spend('payout', viewer.id);
  try {
    return (await callStripe((stripe) => stripe.accounts.createLoginLink(stripeId))).url;
  } catch (error) {
    // Stripe has asked for more details since, which must be given first.
    throw isRefused(error) ? new ProtocolError('NOT_FOUND') : error;
  }
}

/**
 * Reads a streamer's account from Stripe and stores its state. Deletes the row of an account that was closed there.
 * @param stripeId `acct_…`
 * @throws as `callStripe`
 */
export async function refreshPayout(stripeId: string): Promise<void> {
  const isIt = eq(payoutAccount.stripeId, stripeId);
  const [asked] = await db.select({ at: databaseTime }).from(payoutAccount).where(isIt);
  if (!asked) return;
  const account = await callStripe((stripe) =>
    stripe.v2.core.accounts.retrieve(stripeId, { include: ['configuration.recipient', 'requirements'] }),
  );
  if (account.closed) {
    await db.delete(payoutAccount).where(isIt);
    return;
  }
  const isLatest = or(isNull(payoutAccount.checkedAt), lt(payoutAccount.checkedAt, sql`${asked.at}`));
  const { stripe_transfers: transfers, payouts } =
    account.configuration?.recipient?.capabilities?.stripe_balance ?? {};
  const due = dueIn(account);
  const dueBy = account.requirements?.summary?.minimum_deadline?.time;
  await inTransaction(async (tx) => {
    const [before] = await tx.select().from(payoutAccount).where(isIt).for('update');
    const [after] = await tx
      .update(payoutAccount)
      .set({
        // Stays true: what Stripe asks for later is only an addition.
        submitted: sql`${payoutAccount.submitted} or ${due === 0}`,
        transfers: transfers?.status ?? null,
        payouts: payouts?.status ?? null,
        dueCount: due,
        dueBy: due > 0 && dueBy ? new Date(dueBy) : null,
        checkedAt: sql`${asked.at}`,
      })
      .where(and(isIt, isLatest))
      .returning();
    if (!before || !after) return;
    // No notice during onboarding, as they are entering their details.
    if (after.userId && before.submitted && before.dueCount === 0 && due > 0)
      await tellOfPayout(tx, after.userId);
    if (after.userId && due === 0) await forgetPayoutNotice(tx, after.userId);
  });
  if (transfers?.status === 'active') await payWhatWaits(stripeId);
}

/** SQL condition on a payment: the site has received it for a streamer, who is not paid yet. */
export const isUntransferred = and(
  eq(payment.status, 'CAPTURED'),
  payment.viaSite,
  isNull(payment.transfer),
  sql`${payment.share} is distinct from 0`,
);

/** Enqueues the transfers of what was charged while the streamer's account was not ready. */
async function payWhatWaits(stripeId: string): Promise<void> {
  const owner = db
    .select({ id: payoutAccount.userId })
    .from(payoutAccount)
    .where(eq(payoutAccount.stripeId, stripeId));
  const isTheirs = or(eq(payment.destination, stripeId), inArray(payment.payeeId, owner));
  const rows = await db.select({ id: payment.id }).from(payment).where(and(isUntransferred, isTheirs));
  await enqueueMissing(
    payoutTransfers,
    rows.map(({ id }) => id),
  );
}

/** Number of details that Stripe wants from the streamer now. */
function dueIn({ requirements }: Stripe.V2.Core.Account): number {
  const isDue = ({ awaiting_action_from, minimum_deadline }: Stripe.V2.Core.Account.Requirements.Entry) =>
    awaiting_action_from === 'user' && minimum_deadline.status !== 'eventually_due';
  return requirements?.entries?.filter(isDue).length ?? 0;
}
