import { feeOf } from '#protocol/charge.ts';

/**
 * Stripe's fee on a standard card of the platform's own country, in hundredths of a percent and the smallest unit
 * (https://stripe.com/pricing, as of 2026). Other cards and currencies cost more.
 */
const STRIPE_FEES: Partial<Record<string, { bps: number; fixed: number }>> = {
  EUR: { bps: 150, fixed: 25 },
  GBP: { bps: 150, fixed: 20 },
  USD: { bps: 290, fixed: 30 },
};

/** A price whose share for the site is below Stripe's fee, in the smallest unit. */
export type Uncovered = {
  currency: string;
  amount: number;
  share: number;
  fee: number;
  /** Lowest amount whose share covers the fee; null if no amount does. */
  from: number | null;
};

/**
 * Checks whether the site's share of an amount covers Stripe's fee.
 * @param feeBps the site's share, in hundredths of a percent
 * @returns null if it does, or Stripe's fee is not known
 */
export function uncovered(feeBps: number, currency: string, amount: number): Uncovered | null {
  const stripe = STRIPE_FEES[currency];
  if (!stripe) return null;
  const share = feeOf(amount, feeBps);
  const fee = feeOf(amount, stripe.bps) + stripe.fixed;
  if (share >= fee) return null;
  const left = feeBps - stripe.bps;
  return {
    currency,
    amount,
    share,
    fee,
    from: left > 0 ? Math.ceil((stripe.fixed * 10_000) / left) : null,
  };
}
