import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { textStream } from '#app/http/answers/text-stream.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import { siteSlug } from '#app/i18n/site-slug.ts';
import { personalData } from '#app/personal-data.server.ts';

/** Serves the logged-in user's data as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  await spend('personalData', viewer.id).catch(orNotFound);
  return new Response(textStream(await personalData(viewer, originOf(request))), {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="${siteSlug()}.json"`,
      'Cache-Control': 'no-store',
    },
  });
}
