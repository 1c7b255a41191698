import { invalid } from './errors.ts';

/** Stripe's minimum charges, in the smallest unit; 50 for other currencies. */
const MINIMUM: Record<string, number> = { eur: 50, gbp: 30, usd: 50, cny: 400 };
const MAXIMUM = 99_999_999;

/** @throws StripeError if no card can be charged with this amount */
export function checkAmount(amount: number, currency: string, param = 'amount'): void {
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    });
  }
  const minimum = MINIMUM[currency] ?? 50;
  if (amount < minimum) {
    const code = 'amount_too_small';
    throw invalid(`Amount must be at least ${money(minimum, currency)}`, { code, param });
  }
  if (amount > MAXIMUM) {
    const code = 'amount_too_large';
    throw invalid(`Amount must be no more than ${money(MAXIMUM, currency)}`, { code, param });
  }
}

/** E.g. `€12.50`. @param amount in the currency's smallest unit */
export function money(amount: number, currency: string, language = 'en'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** The share of `whole` that corresponds to a part of another amount, rounded half up: e.g. of a fee for a refund. */
export function inProportion(whole: number, part: number, of: number): number {
  return Math.floor((2 * whole * part + of) / (2 * of));
}
