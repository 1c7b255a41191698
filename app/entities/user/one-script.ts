/** Latin letters, and those mixed with them in Chinese, Japanese and Korean. */
const LATIN = /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]$/u;

/** The other scripts in everyday use: https://www.unicode.org/reports/tr31/#Table_Recommended_Scripts */
const OTHERS =
  `Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao
  Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan`
    .split(/\s+/)
    .map((script) => new RegExp(`^\\p{scx=${script}}$`, 'u'));
const SCRIPTS = [LATIN, ...OTHERS];
const COMMON = /^[\p{sc=Common}\p{sc=Inherited}]$/u;

/**
 * Whether all letters and marks are of one script, as required by the profile "Highly Restrictive" of
 * https://www.unicode.org/reports/tr39/#Restriction_Level_Detection: otherwise `аdmin` with a Cyrillic а could pose as
 * `admin`. All scripts in limited use count as one.
 */
export function usesOneScript(name: string): boolean {
  const letters = (name.match(/[\p{L}\p{M}]/gu) ?? []).filter((letter) => !COMMON.test(letter));
  const isOf = (script: RegExp) => letters.every((letter) => script.test(letter));
  return SCRIPTS.some(isOf) || !letters.some((letter) => SCRIPTS.some((script) => script.test(letter)));
}
