import { inLanguage, languageOfPath, localePath } from '#app/i18n/languages.ts';
import type { EntitySection } from './sections.ts';

/** Sections whose pages are also found without `/admin`. Those of users and posts have the site's own pages there. */
const SHORT: readonly EntitySection[] = ['role', 'parameter', 'channel', 'review', 'subscription'];
const ADDRESS = new RegExp(`^/(?:(?:${SHORT.join('|')})(?:/[^/]+)?|testing)/?$`);

/** The address of an administration page that was given without `/admin`; null if it is none. */
export function longAddress(path: string): string | null {
  const bare = inLanguage(path, 'en');
  return ADDRESS.test(bare) ? localePath(`/admin${bare}`, languageOfPath(path)) : null;
}
