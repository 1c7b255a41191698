import type { FieldError } from '#protocol/errors.ts';
import { numberIn } from './forms.server.ts';
import type { FormValues } from './refusal.ts';

/** Inputs of amounts in several currencies: for a field `prices`, `prices.EUR` and the like. */
type Prices = { name: string; currencies: readonly string[] };

/** Those that something was typed for; NaN for what is no number. */
export function pricesIn(values: FormValues, { name, currencies }: Prices) {
  return currencies.flatMap((currency) => {
    const perMinute = numberIn(values[`${name}.${currency}`]?.[0] ?? '');
    return perMinute === null ? [] : [{ currency, perMinute }];
  });
}

/** Names each price that is wrong by its input: `prices.1.perMinute` is the second one that was typed. */
export function namingPrices(
  errors: readonly FieldError[],
  values: FormValues,
  prices: Prices,
): FieldError[] {
  const typed = pricesIn(values, prices);
  return errors.map((error) => {
    const [field, index] = error.path.split('.');
    const price = field === prices.name ? typed[Number(index)] : undefined;
    return price ? { ...error, path: `${prices.name}.${price.currency}` } : error;
  });
}
