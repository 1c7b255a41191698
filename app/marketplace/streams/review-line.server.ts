import { type Language, localePath } from '#app/i18n/languages.ts';
import { mailSite, mailTexts } from '#app/platform/mail/mail.server.ts';
import { REVIEWABLE_MS } from '#protocol/charge.ts';

/**
 * The receipt's lines with a link to review the streamer; empty if too little was delivered for a review.
 * @param urlname the streamer's; null if they no longer have a profile
 */
export function reviewLine(deliveredMs: number, urlname: string | null, language: Language): string {
  if (deliveredMs < REVIEWABLE_MS || !urlname) return '';
  const link = `${mailSite.origin}${localePath(`/user/${urlname}`, language)}#own-review`;
  return mailTexts[language]('review', { link });
}
