import { describe, expect, it } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#app/i18n/languages.ts';
import { filesOf, textsOf } from './texts.ts';

const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))(
  'the texts in %s',
  (language) => {
    it('are in the same files as in the default language', () => {
      expect(filesOf(language)).toEqual(filesOf(DEFAULT_LANGUAGE));
    });

    it.each(filesOf(DEFAULT_LANGUAGE))('%s: have the same keys and the same places for values', (file) => {
      const expected = textsOf(DEFAULT_LANGUAGE, file);
      const texts = textsOf(language, file);
      expect([...texts.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [key, text] of expected)
        expect([key, placesOf(texts.get(key) ?? '')]).toEqual([key, placesOf(text)]);
    });
  },
);

it.each(LANGUAGES)('no text in %s is empty', (language) => {
  const empty = filesOf(language).flatMap((file) =>
    [...textsOf(language, file)].filter(([, text]) => text.trim() === '').map(([key]) => `${file}: ${key}`),
  );
  expect(empty).toEqual([]);
});
