/**
 * Characters that are not seen, or change the order of others: with them `invoice\u202Efdp.exe` reads as a PDF
 * (https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing). Except the joiners between two letters or emoji,
 * which scripts and emoji need.
 */
const HIDDEN =
  /(?<![\p{L}\p{M}\p{Emoji}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Emoji}])|(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu;

/** Shows hidden characters as `�`, in text by which one person names something to another. */
export function showHidden(text: string): string {
  return text.replaceAll(HIDDEN, '\uFFFD');
}
