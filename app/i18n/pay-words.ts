import type { Pay } from '#protocol/call-request.ts';
import { formatAmount } from './price.ts';

/** The values of texts that say what a ringing request brings. */
export function payWords(
  { priceMinor, minorPerMinute, minutes, amount, most, currency }: Pay,
  language: string,
) {
  const words = (minor: number) => formatAmount(minor, currency, language);
  return {
    ...{ count: minutes, perMinute: words(minorPerMinute), price: words(priceMinor) },
    ...{ most: words(most), amount: words(amount) },
  };
}
