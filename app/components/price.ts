const WHOLE_FROM = 100;

/**
 * A price for people: without decimals from 100 on, else with two.
 * @param amount in the currency's main unit
 * @param currency ISO 4217: `EUR`
 * @param language of the reader: `en`, `es`
 */
export function formatPrice(amount: number, currency: string, language: string): string {
  const digits = amount >= WHOLE_FROM ? 0 : 2;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    // Readers of Spanish would get `US$` and `GBP`, where the specification has $ and £.
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}
