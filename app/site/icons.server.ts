import type { LoaderFunctionArgs } from '@remix-run/node';
import sharp from 'sharp';
import { readFile } from '#app/pictures/files.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import icon192 from './icons/192.png?inline';
import icon512 from './icons/512.png?inline';
import touchIcon from './icons/apple-touch-icon.png?inline';
import favicon from './icons/favicon.png?inline';
import vectorFavicon from './icons/favicon.svg?raw';
import maskable from './icons/maskable-512.png?inline';

/** An icon as it is without a logo, and how the operator's logo is drawn instead. */
type Icon = {
  own: Buffer | null;
  /** Side in pixels. */
  size: number;
  /** The logo's share of the side. */
  share: number;
  /** For icons that systems crop, and fill where they are transparent. */
  background?: string;
};

const PAPER = '#f6f7f9';

const bytesIn = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

const ICONS = {
  'favicon.svg': { own: Buffer.from(vectorFavicon), size: 64, share: 1 },
  'favicon.png': { own: bytesIn(favicon), size: 48, share: 1 },
  'apple-touch-icon.png': { own: bytesIn(touchIcon), size: 180, share: 0.8, background: PAPER },
  '192.png': { own: bytesIn(icon192), size: 192, share: 0.9 },
  '512.png': { own: bytesIn(icon512), size: 512, share: 0.9 },
  'maskable-512.png': { own: bytesIn(maskable), size: 512, share: 0.6, background: PAPER },
  /** The logo itself, for pages. */
  'logo.png': { own: null, size: 192, share: 1 },
} satisfies Record<string, Icon>;
type IconName = keyof typeof ICONS;

/** Those of one logo. */
const drawn = new Map<string, Promise<Buffer>>();

/** Sends one of the site's icons. @param name default: the parameter of the route's path */
export const iconLoader =
  (name?: IconName) =>
  async ({ params }: LoaderFunctionArgs): Promise<Response> => {
    const asked = name ?? params.name ?? '';
    const bytes = isIcon(asked) ? await iconBytes(asked) : null;
    if (!bytes) throw new Response(null, { status: 404 });
    return new Response(new Uint8Array(bytes), {
      headers: {
        'Content-Type': asked.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
        'Cache-Control': 'public, max-age=3600',
      },
    });
  };

const isIcon = (name: string): name is IconName => Object.hasOwn(ICONS, name);

/** One of the site's icons: the operator's logo, else the program's mark; null if there is neither. */
export async function iconBytes(name: IconName): Promise<Buffer | null> {
  const key = (await currentParameters()).text('site-logo');
  if (!key) return ICONS[name].own;
  const id = `${key}/${name}`;
  const known = drawn.get(id);
  if (known) return known;
  for (const other of drawn.keys()) if (!other.startsWith(key)) drawn.delete(other);
  const drawing = draw(key, name);
  drawn.set(id, drawing);
  return drawing.catch((error: unknown) => {
    drawn.delete(id);
    logger.warn({ err: error, name }, 'the logo could not be drawn');
    return ICONS[name].own;
  });
}

async function draw(key: string, name: IconName): Promise<Buffer> {
  const { size, share, background }: Icon = ICONS[name];
  const inner = Math.round(size * share);
  const margin = Math.floor((size - inner) / 2);
  const around = background ?? { r: 0, g: 0, b: 0, alpha: 0 };
  const logo = sharp(await readFile(key, 'full'))
    .resize(inner, inner, { fit: 'contain', background: around })
    .extend({
      top: margin,
      left: margin,
      bottom: size - inner - margin,
      right: size - inner - margin,
      background: around,
    });
  const picture = await (background ? logo.flatten({ background }) : logo).png().toBuffer();
  if (!name.endsWith('.svg')) return picture;
  const link = `data:image/png;base64,${picture.toString('base64')}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><image href="${link}" width="${size}" height="${size}"/></svg>`,
  );
}
