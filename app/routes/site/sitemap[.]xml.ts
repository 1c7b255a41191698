import type { LoaderFunctionArgs } from '@remix-run/node';
import { listAddresses } from '#app/content/blog/blog.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { LANGUAGES, type Language, localePath } from '#app/i18n/languages.ts';
import { LEGAL_PAGES } from '#app/site/legal-page.server.ts';

const PAGES = [
  '/',
  '/blog',
  '/user',
  '/help',
  '/contact-us',
  '/earn-money',
  ...LEGAL_PAGES.map((page) => `/${page}`),
];

type Address = { path: string; languages: readonly Language[]; updatedAt?: Date };

/** Lists every page and post for search engines, in each of its languages (https://www.sitemaps.org/protocol.html). */
export async function loader({ request }: LoaderFunctionArgs) {
  const origin = originOf(request);
  const posts = await listAddresses();
  const addresses: Address[] = [
    ...PAGES.map((path) => ({ path, languages: LANGUAGES })),
    ...posts.map(({ name, ...post }) => ({ path: `/blog/${name}`, ...post })),
  ];
  const entries = addresses.flatMap((address) =>
    address.languages.map((language) => entry(origin, address, language)),
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}

/** Escapes nothing: paths are slugs and the origin comes from a URL, so neither has characters special in XML. */
function entry(origin: string, { path, languages, updatedAt }: Address, language: Language): string {
  const href = (other: Language) => origin + localePath(path, other);
  const alternates = languages.map(
    (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${href(other)}"/>`,
  );
  const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : '';
  return `<url><loc>${href(language)}</loc>${changed}${alternates.join('')}</url>`;
}
