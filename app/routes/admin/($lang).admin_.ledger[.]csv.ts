import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireAuthority } from '#app/http/viewers/guards.server.ts';
import { siteSlug } from '#app/i18n/site-slug.ts';
import { exportLedger, ledgerSpan } from '#app/payments/ledger/export.server.ts';

/** Serves the ledger of the days `from` to `to` as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAuthority(request, 'FINANCE');
  const { data: span } = ledgerSpan.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!span) throw new Response(null, { status: 400 });
  return new Response(await exportLedger(viewer, span), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${siteSlug()}-${span.from}-${span.to}.csv"`,
      'Cache-Control': 'no-store',
    },
  });
}
