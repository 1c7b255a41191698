import { LANGUAGES } from './languages.ts';
import { makeOnce } from './make-once.ts';

/** Codes that ICU names although they are not countries: an unknown region and two for tests. */
const NONE = new Set(['ZZ', 'XA', 'XB']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Code (ISO 3166-1 alpha-2) of each country and its folded names in the site's languages. Slow, as ICU builds the list.
 */
const namesByCode = makeOnce(() => {
  const readers = LANGUAGES.map((of) => new Intl.DisplayNames(of, { type: 'region', fallback: 'none' }));
  const pairs = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const codes = pairs.filter((code) => !NONE.has(code));
  return codes.map((code) => ({ code, names: readers.map((reader) => folded(reader.of(code) ?? '')) }));
});

/** Codes of the countries whose name in one of the site's languages contains a word, ignoring case and accents. */
export function countriesNamed(word: string): string[] {
  const wanted = folded(word);
  return namesByCode()
    .filter(({ names }) => names.some((name) => name.includes(wanted)))
    .map(({ code }) => code);
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
