import type { LoaderFunctionArgs } from '@remix-run/node';
import { socialPictureResponse } from '#app/site/card-picture.server.tsx';
import en from '#locales/en/social.json' with { type: 'json' };
import es from '#locales/es/social.json' with { type: 'json' };

const TITLES: Record<string, string | undefined> = {
  'en.png': en.home,
  'es.png': es.home,
  'room-en.png': en.room,
  'room-es.png': es.room,
};

/** GET /og/:language.png and /og/room-:language.png → preview picture of the site, and of an invitation to a room. */
export function loader({ params }: LoaderFunctionArgs) {
  const title = TITLES[params.image ?? ''];
  if (!title) throw new Response(null, { status: 404 });
  return socialPictureResponse(title);
}
