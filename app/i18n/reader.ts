import { isLanguage, type Language } from './languages.ts';

/** For whom times are written: a language, with twelve hours on the clock where the reader's region has them. */
export type Reader = Language | `${Language}-12`;

const LANGUAGE_OF: Record<Reader, Language> = { en: 'en', es: 'es', 'en-12': 'en', 'es-12': 'es' };

export const languageOf = (reader: Reader): Language => LANGUAGE_OF[reader];

/** Before and after noon. Not those of `Intl`, for the reason in `moments.ts`. */
const HALVES: Record<Language, [string, string]> = {
  en: ['am', 'pm'],
  es: ['a.\u{a0}m.', 'p.\u{a0}m.'],
};

/** Writes a text's time on the reader's clock. @param text with a time of 24 hours: `Monday 7 December, 14:05` */
export function onClock(text: string, reader: Reader): string {
  if (isLanguage(reader)) return text;
  const [am, pm] = HALVES[languageOf(reader)];
  return text.replace(/(\d{1,2})((?::\d{2})+)/, (_, hour: string, rest: string) => {
    const half = Number(hour) < 12 ? am : pm;
    return `${Number(hour) % 12 || 12}${rest}\u{a0}${half}`;
  });
}
