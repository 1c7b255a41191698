import { numberText } from '#app/i18n/number-text.ts';
import { isParameterName, PARAMETERS, type Parameter } from '#protocol/parameters.ts';

const NUMBERS: readonly Parameter['kind'][] = ['number', 'whole', 'hundredths'];

/** A known parameter; undefined if the program reads none of this name. */
export const knownParameter = (name: string): Parameter | undefined =>
  isParameterName(name) ? PARAMETERS[name] : undefined;

const isNumber = (name: string) => NUMBERS.some((kind) => kind === knownParameter(name)?.kind);

/** A parameter's value as its input shows it: numbers as they are written in the reader's language. */
export function textOfValue(name: string, value: string, language: string): string {
  const number = Number(value);
  return isNumber(name) && value.trim() !== '' && !Number.isNaN(number)
    ? numberText(number, language)
    : value;
}

/** A parameter's value as it is stored, from what was typed: `12,5` is the number 12.5. */
export function typedValue(name: string, typed: string): string {
  const text = typed.trim();
  return isNumber(name) ? text.replace(',', '.') : text;
}
