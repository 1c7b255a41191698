import { and, asc, eq, exists, gt, inArray, isNull } from 'drizzle-orm';
import { countRefusedCards } from '#app/http/limits/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { release } from '#app/marketplace/payments/charge.server.ts';
import { minutesBefore, nextTaken, peopleOf } from '#app/marketplace/requests/extend.server.ts';
import { type Payment, refreshPayment } from '#app/payments/holds/intent.server.ts';
import { holdNow, OPEN } from '#app/payments/holds/pay.server.ts';
import { accountToPay } from '#app/payments/payouts/payouts.server.ts';
import { stripeMode, unlessAway } from '#app/payments/stripe/client.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { callRequest, channel, payment, producerSetting, stream } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Extension, ExtensionOffer } from '#protocol/extension.ts';

/**
 * The extension on offer for a requested call of the viewer's: the first budget, or less, up to the streamer's longest
 * call and to either person's next appointment.
 * @param withBank also ask Stripe for the bank page on which the last extension waits
 * @throws ProtocolError NOT_FOUND for people who do not pay for the call
 */
export async function readExtension(
  viewer: SignedIn,
  streamId: string,
  withBank = false,
): Promise<Extension> {
  const { offer, payments } = await read(db, viewer, streamId);
  const last = payments.at(-1);
  if (!withBank || !last || stateOf(last) !== 'WAITING') return { offer, last: stateOf(last), bank: null };
  const refreshed = refreshPayment(last);
  const bank = (await unlessAway(refreshed)) ? await refreshed : null;
  // Read again, as the refresh may have changed the stored payment.
  return { ...(await readExtension(viewer, streamId)), bank };
}

function stateOf(last: Payment | undefined): Extension['last'] {
  if (!last || last.part === 1) return null;
  if (last.refusal) return 'REFUSED';
  if (OPEN.includes(last.status)) return 'WAITING';
  return last.status === 'HELD' ? 'EXTENDED' : null;
}

async function read(on: Pick<Database, 'select'>, viewer: SignedIn, streamId: string) {
  const isOpen = on
    .select({ id: channel.id })
    .from(channel)
    .where(and(eq(channel.streamId, stream.id), isNull(channel.endedAt)));
  const [found] = await on
    .select({
      counted: stream,
      request: callRequest,
      most: producerSetting.maxBudgetMinutes,
      isOpen: exists(isOpen),
    })
    .from(stream)
    .innerJoin(callRequest, eq(callRequest.id, stream.requestId))
    .leftJoin(producerSetting, eq(producerSetting.userId, callRequest.producerId))
    .where(and(eq(stream.id, streamId), eq(callRequest.consumerId, viewer.id)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  const { request, counted } = found;
  const payments = await on
    .select()
    .from(payment)
    .where(eq(payment.requestId, request.id))
    .orderBy(asc(payment.part));
  const [first, last] = [payments[0], payments.at(-1)];
  const isRunning = found.isOpen && !counted.endedAt && !request.overAt;
  if (!first || !last || !isRunning || !request.producerId) return { request, payments, first, offer: null };
  const { priceMinor, currency, budgetMinutes } = request;
  const minutes = Math.min(
    first.amount / priceMinor,
    (found.most ?? 0) - budgetMinutes,
    minutesBefore(await nextTaken(on, peopleOf(request), request.id), counted),
  );
  const amount = minutes * priceMinor;
  const isOffered = minutes >= 1 && isChargeable(amount, currency);
  const offer: ExtensionOffer | null = isOffered ? { minutes, amount, currency, part: last.part + 1 } : null;
  return { request, payments, first, offer };
}

/**
 * Extends a requested call, once the amount is held on the card that first paid for it. Releases an earlier extension
 * that still waits for the bank.
 * @param wanted the extension that was offered
 * @param address the viewer's IP address
 * @param page our page that the bank's page leads back to, `https://…`
 * @returns the URL of the bank's page if the viewer must confirm there; the call goes on meanwhile
 * @throws ProtocolError NOT_FOUND; WRONG_STATE if it is over or cannot be extended; PRICE_CHANGED with the amount as
 * `current`; CARD_REFUSED; NOT_PAYABLE; RATE_LIMITED, PAYMENTS_OFF, UNAVAILABLE
 */
export async function extend(
  viewer: SignedIn,
  streamId: string,
  wanted: ExtensionOffer,
  address: string,
  page: string,
): Promise<string | null> {
  await read(db, viewer, streamId);
  if (stripeMode === null) throw new ProtocolError('PAYMENTS_OFF');
  return countRefusedCards(viewer.id, address, async () => {
    const made = await inTransaction((tx) => extensionIn(tx, viewer, streamId, wanted));
    if (made.status === 'HELD') return null;
    return holdNow(made, page).catch(async (error: unknown) => {
      const isFinal = error instanceof ProtocolError && FINAL.some((code) => code === error.code);
      if (isFinal) await inTransaction((tx) => release(tx, { paymentId: made.id }));
      throw error;
    });
  });
}

/** Errors after which the extension's payment is released. */
const FINAL = ['CARD_REFUSED', 'NOT_PAYABLE', 'CARD_NEEDED'] as const;

/** The payment of an extension: a new one, or the one of the same `part` sent before. */
async function extensionIn(
  tx: Transaction,
  viewer: SignedIn,
  streamId: string,
  wanted: ExtensionOffer,
): Promise<Payment> {
  const isIts = inArray(
    callRequest.id,
    tx.select({ id: stream.requestId }).from(stream).where(eq(stream.id, streamId)),
  );
  // Lock order everywhere: the request, its stream, its payments.
  await tx.select().from(callRequest).where(isIts).for('update');
  const { request, payments, first, offer } = await read(tx, viewer, streamId);
  const known = payments.find(({ part }) => part === wanted.part);
  if (known && [...OPEN, 'HELD'].includes(known.status) && !known.refusal) return known;
  if (!offer || !first || !request.producerId || known) throw new ProtocolError('WRONG_STATE');
  const { minutes, amount, currency, part } = offer;
  if (minutes !== wanted.minutes || amount !== wanted.amount || currency !== wanted.currency)
    throw new ProtocolError('PRICE_CHANGED', undefined, { amount, currency });
  if (part !== wanted.part) throw new ProtocolError('WRONG_STATE');
  const destination = await accountToPay(request.producerId, tx);
  // Excludes payments that were held before and are being held again.
  const isFirst = and(gt(payment.part, 1), eq(payment.attempt, 1));
  const waiting = and(eq(payment.requestId, request.id), isFirst, inArray(payment.status, OPEN));
  for (const { id } of await tx.select().from(payment).where(waiting)) await release(tx, { paymentId: id });
  const { paymentMethod, cardBrand, cardLast4, feeBps, payeeId } = first;
  const [made] = await tx
    .insert(payment)
    .values({
      ...{ requestId: request.id, part, payerId: viewer.id, payeeId, amount, currency, feeBps, destination },
      ...{ paymentMethod, cardBrand, cardLast4 },
    })
    .returning();
  if (!made) throw new Error('PostgreSQL returned no row of an insert');
  return made;
}

/**
 * The state of the last extension after the payer's return from the bank's page, read from Stripe. `OVER`: it was given
 * up.
 * @throws ProtocolError NOT_FOUND
 */
export async function afterBank(
  viewer: SignedIn,
  streamId: string,
): Promise<NonNullable<Extension['last']> | 'OVER'> {
  const { payments } = await read(db, viewer, streamId);
  const last = payments.at(-1);
  // Falls back to the stored state if Stripe does not answer.
  if (last && OPEN.includes(last.status)) await unlessAway(refreshPayment(last));
  return (await readExtension(viewer, streamId)).last ?? 'OVER';
}
