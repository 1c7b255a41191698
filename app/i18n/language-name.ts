import { LANGUAGE_TABLE } from '#protocol/language-table.ts';
import { makeOnce } from './make-once.ts';

const namesFor = makeOnce((reader: string) => new Intl.DisplayNames(reader, { type: 'language' }));

/**
 * The displayed name of a spoken language. As with countries, browsers may have other names than the server, so what
 * contains one is rendered with `suppressHydrationWarning`.
 * @param reader the language of the page: `en`, `es`
 */
export function languageName(name: string, reader: string): string {
  const tag = Object.values(LANGUAGE_TABLE).find((language) => language.name === name)?.tag;
  const found = tag ? namesFor(reader).of(tag) : undefined;
  return found ? found.charAt(0).toLocaleUpperCase(reader) + found.slice(1) : name;
}
