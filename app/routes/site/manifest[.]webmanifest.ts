import { currentParameters } from '#app/platform/parameters.server.ts';

const INK = '#0b1016';

/** GET /manifest.webmanifest → how the site is installed as an app. */
export async function loader() {
  const { text } = await currentParameters();
  const name = text('site-name');
  const icon = (file: string, side: number) => ({
    src: `/icons/${file}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
  });
  const manifest = {
    name,
    short_name: name,
    description: 'Free 360° video calls',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: INK,
    theme_color: text('site-colour') || INK,
    icons: [icon('192', 192), icon('512', 512), { ...icon('maskable-512', 512), purpose: 'maskable' }],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
