import { makeOnce } from './make-once.ts';

const formatOf = makeOnce(
  (language: string, digits: number) =>
    new Intl.NumberFormat(language, {
      useGrouping: false,
      minimumFractionDigits: digits,
      maximumFractionDigits: 15,
    }),
);

/** Number as typed into a text field: `40,4168` in Spanish. */
export const numberText = (value: number, language: string): string => formatOf(language, 0).format(value);

/** Amount of money as typed into a text field: `1,50` in Spanish. */
export const amountText = (value: number, language: string): string => formatOf(language, 2).format(value);
