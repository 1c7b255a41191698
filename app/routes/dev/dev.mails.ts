import type { LoaderFunctionArgs } from '@remix-run/node';
import { mailsPage } from '#app/dev/mails-page.server.ts';

/** GET /dev/mails, in development alone. */
export function loader({ context }: LoaderFunctionArgs) {
  return new Response(mailsPage(context.cspNonce), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}
