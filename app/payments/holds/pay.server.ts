import { and, desc, eq, inArray } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import type { Transaction } from '#db/client.ts';
import { card, payment } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { hold } from './hold.server.ts';
import type { Payment } from './intent.server.ts';

export type Card = typeof card.$inferSelect;

/** Statuses in which the payer can still act. */
export const OPEN: Payment['status'][] = ['NEW', 'ACTION'];

/**
 * Selects the card with which a person pays another.
 * @param until end of the call; the card must not expire before
 * @param id default: the viewer's default card
 * @throws ProtocolError CARD_NEEDED; NOT_FOUND for a card that is not the viewer's; CARD_REFUSED for one that expires
 * before, or that the payee has saved too
 */
export async function chooseCard(
  viewer: SignedIn,
  { payeeId, until }: { payeeId: string | null; until: Date },
  id?: string,
): Promise<Card> {
  const [chosen] = await db
    .select()
    .from(card)
    .where(and(eq(card.userId, viewer.id), id ? eq(card.id, id) : undefined))
    .orderBy(desc(card.isDefault))
    .limit(1);
  if (!chosen) throw new ProtocolError(id ? 'NOT_FOUND' : 'CARD_NEEDED');
  const endsAt = Date.UTC(chosen.expYear, chosen.expMonth);
  // A card shared with the payee suggests one person with two accounts.
  const own = payeeId
    ? await db.$count(card, and(eq(card.userId, payeeId), eq(card.fingerprint, chosen.fingerprint)))
    : 0;
  if (endsAt <= until.getTime() || own > 0) throw new ProtocolError('CARD_REFUSED');
  return chosen;
}

/**
 * Records the chosen card.
 * @param tx holds the lock of what is paid for
 * @param holdAt when to hold the amount; null for now
 * @throws ProtocolError WRONG_STATE if the payment was given up meanwhile
 */
export async function recordCard(
  tx: Transaction,
  { id }: Payment,
  { stripeId, brand, last4 }: Card,
  holdAt: Date | null,
): Promise<Payment> {
  const [noted] = await tx
    .update(payment)
    .set({ paymentMethod: stripeId, cardBrand: brand, cardLast4: last4, holdAt, refusal: null })
    .where(and(eq(payment.id, id), inArray(payment.status, OPEN)))
    .returning();
  if (!noted) throw new ProtocolError('WRONG_STATE');
  return noted;
}

/**
 * Holds a payment's amount on its recorded card while the payer waits.
 * @param page our page that the bank's page leads back to, `https://…`
 * @returns the URL of the bank's page if the payer must confirm there
 * @throws ProtocolError CARD_REFUSED; NOT_PAYABLE; WRONG_STATE if it was given up meanwhile; as `callStripe`
 */
export async function holdNow(noted: Payment, page: string): Promise<string | null> {
  const bank = await hold(noted, page);
  if (bank) return bank;
  const [after] = await db.select().from(payment).where(eq(payment.id, noted.id));
  switch (after?.status) {
    case 'HELD':
      return null;
    case 'ACTION':
      throw new ProtocolError('CARD_REFUSED');
    case 'NEW':
      throw new ProtocolError('NOT_PAYABLE');
    default:
      throw new ProtocolError('WRONG_STATE');
  }
}
