import type { LoaderFunctionArgs } from '@remix-run/node';
import { isLanguage } from '#app/i18n/languages.ts';
import { offlinePage } from '#app/site/offline-page.server.ts';

/** GET /offline/:language → the page that the service worker caches for use without a network. */
export function loader({ params }: LoaderFunctionArgs) {
  const { language } = params;
  if (!isLanguage(language)) throw new Response(null, { status: 404 });
  return new Response(offlinePage(language), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
