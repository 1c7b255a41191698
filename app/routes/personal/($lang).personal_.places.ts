import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { findPlaces } from '#app/people/map/find-places.server.ts';
import { type Found, MAX_PLACE_LENGTH } from '#app/people/map/found-places.ts';

/** Finds places by a name, for the profile's form. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { pathname, searchParams } = new URL(request.url);
  const typed = (searchParams.get('q') ?? '').trim().slice(0, MAX_PLACE_LENGTH);
  const nothing: Found = { by: 'cities', places: [] };
  const found =
    typed === '' ? nothing : await findPlaces(viewer, typed, languageOfPath(pathname)).catch(orNotFound);
  return Response.json(found, { headers: { 'Cache-Control': 'no-store' } });
}
