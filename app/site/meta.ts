import type { MetaDescriptor, MetaFunction } from '@remix-run/react';
import { languageOfPath } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import type { RootLoader } from './root-data.ts';

type RootMatches = Parameters<MetaFunction<unknown, { root: RootLoader }>>[0]['matches'];

/** The site's origin, for a route's `meta`. */
export function originIn(matches: RootMatches): string {
  return matches.find(({ id }) => id === 'root')?.data?.origin ?? '';
}

type Card = { origin: string; title: string; description: string; image: string };

/** Tags for link previews in chats and social networks. */
export function cardMeta({ origin, title, description, image }: Card): MetaDescriptor[] {
  return [
    { property: 'og:site_name', content: siteName() },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: origin + image },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}

type Page = {
  matches: RootMatches;
  location: { pathname: string };
  title: string;
  description: string;
  /** Path; default: the site's picture. */
  image?: string;
  type?: 'website' | 'article';
};

/** A page's title, description and link preview. */
export function pageMeta({ matches, location, title, description, image, type }: Page): MetaDescriptor[] {
  const origin = originIn(matches);
  const language = languageOfPath(location.pathname);
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:type', content: type ?? 'website' },
    { property: 'og:url', content: origin + location.pathname },
    { property: 'og:locale', content: language },
    ...cardMeta({ origin, title, description, image: image ?? `/og/${language}.png` }),
  ];
}
