import type { LoaderFunctionArgs } from '@remix-run/node';
import { isLanguage } from '#app/i18n/languages.ts';
import { offlinePage } from '#app/site/offline-page.server.ts';

/** GET /offline/:language → the page that the service worker caches for use without a network. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { language } = params;
  if (!isLanguage(language)) throw new Response(null, { status: 404 });
  return new Response(await offlinePage(language, context.cspNonce), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
