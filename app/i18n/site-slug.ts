import { siteName } from './site-name.ts';

/** The site's name for the names of files: ASCII, without spaces. */
export const siteSlug = (): string =>
  siteName()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'site';
