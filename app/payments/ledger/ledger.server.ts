import type { Transaction } from '#db/client.ts';
import { LEDGER_ACCOUNTS, ledger, type payment } from '#db/schema/index.ts';

type Captured = Pick<typeof payment.$inferSelect, 'id' | 'currency' | 'captured' | 'fee' | 'viaSite'>;
type Amounts = Partial<Record<(typeof LEDGER_ACCOUNTS)[number], number>>;

/**
 * Books a capture, once per payment: who paid and who received what. Stripe's fee is paid by the site. If the site
 * received the money for a streamer whose account was not ready, the streamer gets nothing yet.
 * @param stripeFee in the currency's smallest unit
 */
export function bookCapture(tx: Transaction, payment: Captured, stripeFee: number): Promise<void> {
  const { id, captured, fee, viaSite } = payment;
  const earned = viaSite ? 0 : captured - fee;
  return book(tx, `capture:${id}`, payment, {
    PAYER: -captured,
    STREAMER: earned,
    PLATFORM: captured - earned - stripeFee,
    STRIPE: stripeFee,
  });
}

/**
 * Books a movement of money about a payment, once per key.
 * @param txKey see `ledger`
 * @param amounts in the currency's smallest unit; their sum is 0
 */
export async function book(
  tx: Transaction,
  txKey: string,
  { id: paymentId, currency }: Pick<Captured, 'id' | 'currency'>,
  amounts: Amounts,
): Promise<void> {
  const lines = LEDGER_ACCOUNTS.map((account) => ({
    ...{ txKey, account, paymentId, currency },
    amount: amounts[account] ?? 0,
  }));
  await tx
    .insert(ledger)
    .values(lines.filter(({ amount }) => amount !== 0))
    .onConflictDoNothing();
}
