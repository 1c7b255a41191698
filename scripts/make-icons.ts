/**
 * Renders the app icons in `app/site/icons` from the logo mark. Run it after changing the mark:
 * `node scripts/make-icons.ts`.
 */
import sharp from 'sharp';

const INK = '#0b1016';
const PAPER = '#f6f7f9';
const HORIZON = '#ff6b4a';

/** The mark on an ink background. `scale` is its share of the icon's width; masks may crop all but the inner 80 %. */
function icon(scale: number): Buffer {
  const size = 32 / scale;
  const offset = (size - 32) / 2;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="512" height="512">
    <rect width="${size}" height="${size}" fill="${INK}"/>
    <g transform="translate(${offset} ${offset})" fill="none" stroke-width="2.75">
      <circle cx="16" cy="16" r="12.75" stroke="${PAPER}"/>
      <path d="M3.4 17.6c7 4.9 18.2 4.9 25.2 0" stroke="${HORIZON}"/>
    </g>
  </svg>`);
}

async function write(path: string, size: number, scale: number): Promise<void> {
  await sharp(icon(scale), { density: 300 }).resize(size, size).png({ palette: true }).toFile(path);
}

await write('app/site/icons/favicon.png', 48, 0.85);
await write('app/site/icons/apple-touch-icon.png', 180, 0.7);
await write('app/site/icons/192.png', 192, 0.7);
await write('app/site/icons/512.png', 512, 0.7);
await write('app/site/icons/maskable-512.png', 512, 0.5);
