import type { Writer } from '#app/platform/mail/email.server.ts';
import { REVIEWABLE_MS } from '#protocol/charge.ts';

/**
 * The receipt's lines with a link to review the streamer; empty if too little was delivered for a review.
 * @param urlname the streamer's; null if they no longer have a profile
 */
export function reviewLine(deliveredMs: number, urlname: string | null, { t, link }: Writer): string {
  if (deliveredMs < REVIEWABLE_MS || !urlname) return '';
  return t('review', { link: `${link(`/user/${urlname}`)}#own-review` });
}
