import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('names languages in the reader’s language', () => {
  expect(languageName('CHINESE', 'en')).toBe('Chinese');
  expect(languageName('JAPANESE', 'es')).toBe('Japonés');
  expect(languageName('KLINGON', 'en')).toBe('KLINGON');
});
