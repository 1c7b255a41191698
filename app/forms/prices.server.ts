import type { FieldError } from '#protocol/errors.ts';
import { numberIn } from './forms.server.ts';
import type { FormValues } from './refusal.ts';

/** Field with one input per currency: `prices` has `prices.EUR`, `prices.USD` and so on. */
type Prices = { name: string; currencies: readonly string[] };

/** Prices entered, without empty inputs; NaN for anything that is not a number. */
export function pricesIn(values: FormValues, { name, currencies }: Prices) {
  return currencies.flatMap((currency) => {
    const perMinute = numberIn(values[`${name}.${currency}`]?.[0] ?? '');
    return perMinute === null ? [] : [{ currency, perMinute }];
  });
}

/** Maps the path of an invalid price to its input: `prices.1.perMinute` is the second price entered. */
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
