import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('calls languages what their readers call them', () => {
  expect(languageName('CHINESE', 'en')).toBe('Chinese');
  expect(languageName('JAPANESE', 'es')).toBe('Japonés');
  expect(languageName('KLINGON', 'en')).toBe('KLINGON');
});
