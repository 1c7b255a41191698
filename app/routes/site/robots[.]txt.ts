import type { LoaderFunctionArgs } from '@remix-run/node';
import { originOf } from '#app/http/origin.server.ts';
import { LANGUAGES, localePath } from '#app/i18n/languages.ts';

const CLOSED = ['/room/', '/personal/', '/admin'];

/** Crawlers that fetch shared URLs for link previews, which rooms have too. */
const CARD_READERS = [
  'Twitterbot',
  'facebookexternalhit',
  'LinkedInBot',
  'Slackbot',
  'Discordbot',
  'TelegramBot',
  'WhatsApp',
];

/** Allows pictures, which are under /api; nothing else there is of use to crawlers, and most of it requires login. */
export function loader({ request }: LoaderFunctionArgs) {
  const lines = [
    'User-agent: *',
    'Allow: /api/image/',
    'Allow: /api/avatar/',
    'Disallow: /api/',
    ...LANGUAGES.flatMap((language) => CLOSED.map((path) => `Disallow: ${localePath(path, language)}`)),
    '',
    ...CARD_READERS.map((name) => `User-agent: ${name}`),
    'Allow: /room/',
    'Disallow: /api/',
    '',
    `Sitemap: ${originOf(request)}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
