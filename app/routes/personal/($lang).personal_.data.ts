import type { LoaderFunctionArgs } from '@remix-run/node';
import { originOf } from '#app/http/origin.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import { personalData } from '#app/personal-data.server.ts';

/** Serves the logged-in user's data as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return new Response(JSON.stringify(await personalData(viewer, originOf(request)), null, 2), {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="panocall.json"',
      'Cache-Control': 'no-store',
    },
  });
}
