import { expect, it } from 'vitest';
import { inLanguage, languageOfPath, languageOfPrefix, localePath } from './languages.ts';

it('accepts only prefixes that are site languages, and none for English', () => {
  expect(languageOfPrefix(undefined)).toBe('en');
  expect(languageOfPrefix('es')).toBe('es');
  expect(languageOfPrefix('en')).toBeNull();
  expect(languageOfPrefix('fr')).toBeNull();
  expect(languageOfPrefix('toString')).toBeNull();
});

it('reads the language of a path', () => {
  expect(languageOfPath('/')).toBe('en');
  expect(languageOfPath('/es')).toBe('es');
  expect(languageOfPath('/es/room/host')).toBe('es');
  expect(languageOfPath('/estonia')).toBe('en');
});

it('translates a path into a language', () => {
  expect(localePath('/', 'en')).toBe('/');
  expect(localePath('/', 'es')).toBe('/es');
  expect(localePath('/room/host?skip=true', 'es')).toBe('/es/room/host?skip=true');
});

it('finds the same page in another language', () => {
  expect(inLanguage('/', 'es')).toBe('/es');
  expect(inLanguage('/es', 'en')).toBe('/');
  expect(inLanguage('/es?a=1', 'en')).toBe('/?a=1');
  expect(inLanguage('/?a=1', 'es')).toBe('/es?a=1');
  expect(inLanguage('/es/room/host/ABC?skip=true', 'en')).toBe('/room/host/ABC?skip=true');
  expect(inLanguage('/help#top', 'es')).toBe('/es/help#top');
  expect(inLanguage('/es/help', 'es')).toBe('/es/help');
});

it.each([
  '/es//evil.example',
  '/es/\\evil.example',
  '/es\\\\evil.example',
  '//evil.example',
  '/es///evil.example',
])('never turns %s into a URL of another site', (path) => {
  expect(inLanguage(path, 'en')).toMatch(/^\/[^/\\]/);
  expect(inLanguage(path, 'es')).toMatch(/^\/es/);
});
