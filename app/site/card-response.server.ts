import { currentParameters } from '#app/platform/parameters.server.ts';
import { accentShades } from './accent.ts';
import { socialPicture } from './card-picture.server.tsx';
import { iconBytes } from './icons.server.ts';

/** Responds with the preview of a shared link. Its URL stays the same while title, name and look may change. */
export async function socialPictureResponse(title: string): Promise<Response> {
  const { text } = await currentParameters();
  const colour = text('site-colour');
  const logo = await iconBytes('logo.png');
  const picture = await socialPicture(title, {
    site: text('site-name'),
    // The picture is dark.
    colour: colour ? accentShades(colour).dark.text : null,
    logo: logo && `data:image/png;base64,${logo.toString('base64')}`,
  });
  return new Response(new Uint8Array(picture), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
  });
}
