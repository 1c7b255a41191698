import { makeOnce } from './make-once.ts';

const formatOf = makeOnce(
  (language: string, digits: number) =>
    new Intl.NumberFormat(language, {
      useGrouping: false,
      minimumFractionDigits: digits,
      maximumFractionDigits: 15,
    }),
);

/** A number as one types it, for a text field: `40,4168` in Spanish. */
export const numberText = (value: number, language: string): string => formatOf(language, 0).format(value);

/** An amount of money as one types it: `1,50` in Spanish. */
export const amountText = (value: number, language: string): string => formatOf(language, 2).format(value);
