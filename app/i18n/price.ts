import { makeOnce } from './make-once.ts';

const WHOLE_FROM = 100;

const formatOf = makeOnce(
  (language: string, currency: string, digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      // Spanish would otherwise use `US$` and `GBP`, where the specification has $ and £.
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
);

/**
 * Formats a price: without decimals from 100, else with two.
 * @param amount in the currency's main unit
 * @param currency ISO 4217: `EUR`
 * @param language of the reader: `en`, `es`
 */
export function formatPrice(amount: number, currency: string, language: string): string {
  return formatOf(language, currency, amount >= WHOLE_FROM ? 0 : 2).format(amount);
}

/**
 * A streamer's price as `formatPrice` shows it, and as it is booked.
 * @param minor as they entered it, in the currency's smallest unit
 */
export function shownMinor(minor: number, currency: string): number {
  const amount = mainOf(minor, currency);
  return amount >= WHOLE_FROM ? minorOf(Math.round(amount), currency) : minor;
}

/** Formats a sum of money with all decimals. @param minor in the currency's smallest unit */
export function formatAmount(minor: number, currency: string, language: string): string {
  return formatOf(language, currency, decimalsOf(currency)).format(mainOf(minor, currency));
}

/**
 * A currency's symbol: `€`.
 * @param language of the reader: `en`, `es`
 */
export function currencySymbol(currency: string, language: string): string {
  const parts = formatOf(language, currency, 0).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? '';
}

/** Number of decimals of a currency (ISO 4217): 2 for `EUR`. */
const decimalsOf = makeOnce(
  (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0,
);

/** Converts an amount to the currency's smallest unit: 2.5 EUR to 250. Keeps a fraction of that unit. */
export function minorOf(amount: number, currency: string): number {
  // Otherwise 2.3 EUR would be 229.99999999999997 cents.
  return Number((amount * 10 ** decimalsOf(currency)).toFixed(6));
}

/**
 * Amount for other programs, in the currency's main unit with all decimals: `-2.50`. @param minor in the smallest unit
 */
export const amountInMain = (minor: number, currency: string): string =>
  mainOf(minor, currency).toFixed(decimalsOf(currency));

/** Converts an amount to the currency's main unit: 250 euro cents to 2.5. */
export function mainOf(minor: number, currency: string): number {
  return minor / 10 ** decimalsOf(currency);
}
