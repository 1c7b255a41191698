import type { LoaderFunctionArgs } from '@remix-run/node';
import { findCalendar } from '#app/bookings/booking/own/own-calendar.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { siteSlug } from '#app/i18n/site-slug.ts';

/** Serves one of the logged-in user's bookings as a calendar file. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const language = languageOfPath(new URL(request.url).pathname);
  return new Response(await findCalendar(viewer, params.id ?? '', language).catch(orNotFound), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${siteSlug()}.ics"`,
      'Cache-Control': 'no-store',
    },
  });
}
