import { feeOf } from '#protocol/charge.ts';

/**
 * What Stripe keeps of a charge on a usual card of the platform's own country, in hundredths of a percent and the smallest
 * unit (https://stripe.com/pricing, as of 2026). Other cards and other currencies cost more.
 */
const STRIPE_FEES: Partial<Record<string, { bps: number; fixed: number }>> = {
  EUR: { bps: 150, fixed: 25 },
  GBP: { bps: 150, fixed: 20 },
  USD: { bps: 290, fixed: 30 },
};

/** A price of which the site's share is less than Stripe's own fee, in the smallest unit. */
export type Uncovered = {
  currency: string;
  amount: number;
  share: number;
  fee: number;
  /** From this amount on it is covered; null if none is. */
  from: number | null;
};

/** @param feeBps the site's share, in hundredths of a percent @returns null if it is covered, or Stripe's fee is not known */
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
