import type Stripe from 'stripe';
import { z } from 'zod';
import { newId } from '../ids.ts';
import { route } from '../route.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Transaction } from '../state-money.ts';
import { requireAccount } from './accounts.ts';

export const ledgerRoutes = [
  // Balance of the platform, or of the account in the header `stripe-account`.
  route('GET', '/v1/balance', z.strictObject({}), ({ sandbox, account }) => {
    const sums = [...balanceOf(sandbox, account && requireAccount(sandbox, account).id)];
    return {
      object: 'balance',
      available: (sums.length > 0 ? sums : [['eur', 0] as const]).map(([currency, amount]) => ({
        amount,
        currency,
        source_types: { card: amount },
      })),
      livemode: false,
      // Incoming money is available at once.
      pending: sums.map(([currency]) => ({ amount: 0, currency, source_types: { card: 0 } })),
    } satisfies Stripe.Balance;
  }),
];

/**
 * Moves money into or out of a balance.
 * @param account a connected one; null: the platform
 * @param fee deducted from the amount
 * @returns the transaction's id
 */
export function book(
  sandbox: Sandbox,
  { fee = 0, ...entry }: Omit<Transaction, 'id' | 'created' | 'fee'> & { fee?: number },
): string {
  const id = newId('txn');
  sandbox.state.transactions[id] = { id, created: sandbox.clock.now(), fee, ...entry };
  return id;
}

/** Balance by currency; a connected account's may be negative. */
export function balanceOf({ state }: Sandbox, account: string | null): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { account: of, amount, fee, currency } of Object.values(state.transactions)) {
    if (of === account) sums.set(currency, (sums.get(currency) ?? 0) + amount - fee);
  }
  return sums;
}

export function renderTransaction(transaction: Transaction): Stripe.BalanceTransaction {
  const { id, amount, created, currency, fee, source, type } = transaction;
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, description: null, type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'available',
    type,
  };
}
