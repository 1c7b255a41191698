import type { Language } from '#protocol/languages.ts';
import type { Spoken } from '../pad/directions.ts';

/** In plain lowercase letters, without accents. Excludes idioms, such as "all right". */
const WORDS: Readonly<Record<Language, readonly (readonly [Spoken, RegExp])[]>> = {
  en: [
    ['left', /\bleft\b/g],
    ['right', /(?<!\ball )\bright\b(?! (?:now|here|there|away)\b)/g],
    ['up', /\b(?:forwards?|ahead|straight)\b/g],
    ['down', /\bback(?:wards?)?\b/g],
    ['stop', /\b(?:stop|halt)\b/g],
  ],
  es: [
    ['left', /\bizquierda\b/g],
    ['right', /\bderecha\b/g],
    ['up', /\b(?:adelante|delante|recto|avanza)\b/g],
    ['down', /\b(?:atras|retrocede)\b/g],
    // Before other words "para" means "for".
    [
      'stop',
      /\b(?:para(?= (?:para|por favor|un momento|ya|ahi|aqui)\b|$)|stop|detente|quiet[oa])\b|(?<!\bmas )\balto\b/g,
    ],
  ],
};

/** The last direction in a sentence; null if there is none. */
export function directionIn(sentence: string, language: Language): Spoken | null {
  const text = sentence
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const said = WORDS[language].flatMap(([direction, words]) =>
    [...text.matchAll(words)].map(({ index }) => ({ direction, index })),
  );
  return said.toSorted((one, other) => other.index - one.index)[0]?.direction ?? null;
}
