import type { LoaderFunctionArgs } from '@remix-run/node';
import { findArticle } from '#app/content/texts.server.ts';
import { orNotFound } from '#app/http/answers/page.server.ts';
import { socialPictureResponse } from '#app/site/card-response.server.ts';

const NAME = /^(?<name>[a-z0-9-]+)\.png$/;

/** GET /og/blog/:language/:name.png → a post's preview picture; 404 for drafts, for everyone. */
export async function loader({ params }: LoaderFunctionArgs) {
  const name = NAME.exec(params.image ?? '')?.groups?.name;
  if (!name) throw new Response(null, { status: 404 });
  const { title } = await findArticle(null, params.language ?? '', name).catch(orNotFound);
  return socialPictureResponse(title);
}
