import type { Catalogue, Catalogues, MessageKey } from './catalogues.ts';
import type { Language } from './languages.ts';
import { makeOnce } from './make-once.ts';
import { siteName } from './site-name.ts';

export type MessageValues = Record<string, string | number>;

/**
 * Looks up a text and inserts values for its `{{name}}` placeholders, the site's name for `{{site}}`. A numeric value `count` selects the plural form
 * (`seconds_one`, `seconds_other`) by the rules of the language.
 */
export type Translate<N extends keyof Catalogues> = (key: MessageKey<N>, values?: MessageValues) => string;

/** `t` for a catalogue; a missing key is logged to the console and rendered as itself. */
export function translator<N extends keyof Catalogues>(
  language: Language,
  catalogue: Catalogue,
): Translate<N> {
  return (key, values) => {
    const text = find(catalogue, key, language, values?.count) ?? missing(key);
    return insert(text, { site: siteName(), ...values });
  };
}

/**
 * Handles a missing key. The compiler checks all literal keys, so this needs a catalogue other than the compiled one.
 */
function missing(key: string): string {
  // biome-ignore lint/suspicious/noConsole: shown in the browser, and detected by tests
  console.error(`There is no text for ${key}`);
  return key;
}

const pluralRules = makeOnce((language: Language) => new Intl.PluralRules(language));

function find(
  catalogue: Catalogue,
  key: string,
  language: Language,
  count: string | number | undefined,
): string | undefined {
  const path = key.split('.');
  if (typeof count === 'number') {
    const form = pluralRules(language).select(count);
    return (
      textAt(catalogue, path, `_${form}`) ?? textAt(catalogue, path, '_other') ?? textAt(catalogue, path)
    );
  }
  return textAt(catalogue, path);
}

function textAt(catalogue: Catalogue, path: string[], ending = ''): string | undefined {
  let place: string | Catalogue | undefined = catalogue;
  for (const [index, name] of path.entries()) {
    if (typeof place !== 'object') return undefined;
    place = place[index === path.length - 1 ? name + ending : name];
  }
  return typeof place === 'string' ? place : undefined;
}

function insert(text: string, values: MessageValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => String(values[name] ?? place));
}
