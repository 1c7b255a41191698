import type { LoaderFunctionArgs } from '@remix-run/node';
import { socialPictureResponse } from '#app/site/card-response.server.ts';
import callEn from '#locales/en/call.json' with { type: 'json' };
import homeEn from '#locales/en/home.json' with { type: 'json' };
import callEs from '#locales/es/call.json' with { type: 'json' };
import homeEs from '#locales/es/home.json' with { type: 'json' };

const TITLES: Record<string, string | undefined> = {
  'en.png': homeEn.headline.replace('\n', ' '),
  'es.png': homeEs.headline.replace('\n', ' '),
  'room-en.png': callEn.card.title,
  'room-es.png': callEs.card.title,
};

/** GET /og/:language.png and /og/room-:language.png → preview picture of the site, and of an invitation to a room. */
export function loader({ params }: LoaderFunctionArgs) {
  const title = TITLES[params.image ?? ''];
  if (!title) throw new Response(null, { status: 404 });
  return socialPictureResponse(title);
}
