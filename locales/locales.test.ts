import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#app/i18n/languages.ts';

const folder = new URL('./', import.meta.url);

function namespacesIn(language: Language): string[] {
  return readdirSync(new URL(language, folder)).sort();
}

/** Every text of a file by its dotted key. */
function textsOf(language: Language, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else
      for (const [key, inner] of Object.entries(Object(value))) collect(inner, path ? `${path}.${key}` : key);
  };
  collect(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')), '');
  return texts;
}

const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))(
  'the texts in %s',
  (language) => {
    it('are in the same files as in the default language', () => {
      expect(namespacesIn(language)).toEqual(namespacesIn(DEFAULT_LANGUAGE));
    });

    it.each(namespacesIn(DEFAULT_LANGUAGE))(
      '%s: have the same keys and the same places for values',
      (file) => {
        const expected = textsOf(DEFAULT_LANGUAGE, file);
        const texts = textsOf(language, file);
        expect([...texts.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [key, text] of expected)
          expect([key, placesOf(texts.get(key) ?? '')]).toEqual([key, placesOf(text)]);
      },
    );
  },
);

it.each(LANGUAGES)('no text in %s is empty', (language) => {
  const empty = namespacesIn(language).flatMap((file) =>
    [...textsOf(language, file)].filter(([, text]) => text.trim() === '').map(([key]) => `${file}: ${key}`),
  );
  expect(empty).toEqual([]);
});
