import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { minorOf, shownMinor } from '#app/i18n/price.ts';
import { lockPeople } from '#app/marketplace/people/lock-people.server.ts';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import {
  changeRequests,
  expireOverdue,
  hasRung,
  isFree,
} from '#app/marketplace/requests/change-requests.server.ts';
import { PAY_MS, payTimeouts } from '#app/marketplace/requests/deadlines.server.ts';
import { termsBy } from '#app/marketplace/terms.ts';
import { refuseUnconfirmed } from '#app/payments/cards/customer.server.ts';
import { accountToPay } from '#app/payments/payouts/payouts.server.ts';
import { enqueue } from '#app/platform/jobs/job.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { callRequest, payment, producerSetting, user, userPrice } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { ProtocolError, RetryLater } from '#protocol/errors.ts';
import type { NewRequest } from './schema.ts';

/** Unanswered requests to one streamer per hour; more would be a nuisance. */
const MAX_UNANSWERED = 2;
const HOUR_S = 3_600;

/**
 * Requests a call, which rings once the amount of its whole budget is held (`payRequest`). A repeated `clientKey`
 * returns the first request. Cancels the viewer's other unpaid request.
 * @returns the request's id; it is `BUSY` if the streamer takes no calls now
 * @throws ProtocolError FORBIDDEN until the viewer has confirmed their email address; NOT_FOUND if the streamer is not visible to the viewer; INVALID_DATA for a budget above the
 * streamer's limit; PRICE_CHANGED with the amount as `current`; NOT_PAYABLE if they cannot be paid, or the amount
 * cannot be charged; WRONG_STATE while another request of the viewer's rings; RATE_LIMITED, PAYMENTS_OFF
 */
export async function callStreamer(viewer: SignedIn, wanted: NewRequest): Promise<string> {
  await spend('request', viewer.id);
  await refuseUnconfirmed(viewer);
  return inTransaction(async (tx) => {
    await lockPeople(tx, viewer.id, wanted.producerId);
    const isOwn = eq(callRequest.consumerId, viewer.id);
    const [known] = await tx
      .select({ id: callRequest.id })
      .from(callRequest)
      .where(and(isOwn, eq(callRequest.clientKey, wanted.clientKey)));
    if (known) return known.id;
    await changeRequests(tx, 'PAYING', isOwn, { status: 'CANCELLED' });
    await expireOverdue(tx, isOwn);
    await expireOverdue(tx, eq(callRequest.producerId, wanted.producerId));
    if ((await tx.$count(callRequest, and(isOwn, eq(callRequest.status, 'RINGING')))) > 0)
      throw new ProtocolError('WRONG_STATE');
    return insert(tx, viewer, wanted);
  });
}

async function insert(tx: Transaction, viewer: SignedIn, wanted: NewRequest): Promise<string> {
  const { producerId, budgetMinutes, clientKey } = wanted;
  const [streamer] = await tx
    .select({ price: userPrice.perMinute, most: producerSetting.maxBudgetMinutes })
    .from(user)
    .leftJoin(userPrice, and(eq(userPrice.userId, user.id), eq(userPrice.currency, wanted.currency)))
    .leftJoin(producerSetting, eq(producerSetting.userId, user.id))
    .where(and(eq(user.id, producerId), validForDisplay(viewer)));
  if (!streamer) throw new ProtocolError('NOT_FOUND');
  const destination = await accountToPay(producerId, tx);
  if (budgetMinutes > (streamer.most ?? 0))
    throw new ProtocolError('INVALID_DATA', [
      {
        path: 'budgetMinutes',
        message: 'is too long',
        problem: { kind: 'atMost', limit: streamer.most ?? 0 },
      },
    ]);
  if (streamer.price === null) throw new ProtocolError('NOT_PAYABLE');
  const priceMinor = shownMinor(minorOf(streamer.price, wanted.currency), wanted.currency);
  const amount = priceMinor * budgetMinutes;
  if (amount !== wanted.amount)
    throw new ProtocolError('PRICE_CHANGED', undefined, { amount, currency: wanted.currency });
  if (!isChargeable(amount, wanted.currency)) throw new ProtocolError('NOT_PAYABLE');
  await refuseNuisance(tx, viewer, producerId);
  const payBy = new Date(Date.now() + PAY_MS);
  const { feeBps, complaintHours } = termsBy(await readPolicy(tx));
  const [made] = await tx
    .insert(callRequest)
    .values({
      ...{ producerId, consumerId: viewer.id, budgetMinutes, priceMinor, amount, clientKey, payBy },
      complaintHours,
      currency: wanted.currency,
      status: 'PAYING',
    })
    .returning({ id: callRequest.id });
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  const { id } = made;
  // A busy streamer ends the request before anything is held.
  const isIt = eq(callRequest.id, id);
  if ((await tx.$count(callRequest, and(isIt, isFree))) === 0) {
    await changeRequests(tx, 'PAYING', isIt, { status: 'BUSY' });
    return id;
  }
  await tx.insert(payment).values({
    ...{ requestId: id, payerId: viewer.id, payeeId: producerId, amount, destination },
    currency: wanted.currency,
    feeBps,
  });
  await enqueue(tx, payTimeouts, { id }, { startAfter: payBy });
  return id;
}

/** @throws RetryLater RATE_LIMITED */
async function refuseNuisance(tx: Transaction, viewer: SignedIn, producerId: string): Promise<void> {
  const unanswered = and(
    eq(callRequest.consumerId, viewer.id),
    eq(callRequest.producerId, producerId),
    or(
      inArray(callRequest.status, ['EXPIRED', 'REJECTED']),
      and(eq(callRequest.status, 'CANCELLED'), hasRung),
    ),
    gt(callRequest.createdAt, sql`now() - interval '1 hour'`),
  );
  if ((await tx.$count(callRequest, unanswered)) >= MAX_UNANSWERED)
    throw new RetryLater('RATE_LIMITED', HOUR_S);
}
