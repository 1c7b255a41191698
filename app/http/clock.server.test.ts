import { expect, it } from 'vitest';
import { twelveHourLanguages } from './clock.server.ts';

const languagesFor = (accepted?: string) =>
  twelveHourLanguages(
    new Request('http://localhost/', { headers: accepted ? { 'Accept-Language': accepted } : {} }),
  );

it.each([
  ['en-US,en;q=0.9', ['en', 'es']],
  ['en-GB,en;q=0.9', []],
  ['en-US,en;q=0.9,es-ES;q=0.8', ['en']],
  ['es-MX,es;q=0.9,en-GB;q=0.7', ['es']],
  ['es-ES', []],
  // Known by the region of another language.
  ['fr-FR,fr;q=0.9,en;q=0.8', []],
  ['fr-CA,fr;q=0.9', ['en']],
  // The preferred one counts, wherever it stands.
  ['en-GB;q=0.2,en-US;q=0.8', ['en', 'es']],
  // Without a region each language has its own clock.
  ['en', []],
  ['*', []],
  ['not a language,;;,en-US-,q=1', []],
  [undefined, []],
])('of %s have twelve hours: %j', (accepted, languages) => {
  expect(languagesFor(accepted)).toEqual(languages);
});
