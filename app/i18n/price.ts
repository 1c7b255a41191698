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
 * A currency's symbol: `€`.
 * @param language of the reader: `en`, `es`
 */
export function currencySymbol(currency: string, language: string): string {
  const parts = formatOf(language, currency, 0).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? '';
}
