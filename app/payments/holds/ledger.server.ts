import type { Transaction } from '#db/client.ts';
import { LEDGER_ACCOUNTS, ledger, type payment } from '#db/schema/index.ts';

type Captured = Pick<typeof payment.$inferSelect, 'id' | 'currency' | 'captured' | 'fee'>;

/**
 * Writes down who has paid and got what: Stripe's own fee is the site's to pay. Once for a payment.
 * @param stripeFee in the currency's smallest unit
 */
export async function bookCapture(tx: Transaction, payment: Captured, stripeFee: number): Promise<void> {
  const { id, currency, captured, fee } = payment;
  const amounts = {
    PAYER: -captured,
    STREAMER: captured - fee,
    PLATFORM: fee - stripeFee,
    STRIPE: stripeFee,
  };
  const lines = LEDGER_ACCOUNTS.map((account) => ({
    txKey: `capture:${id}`,
    account,
    paymentId: id,
    currency,
    amount: amounts[account],
  }));
  await tx
    .insert(ledger)
    .values(lines.filter(({ amount }) => amount !== 0))
    .onConflictDoNothing();
}
