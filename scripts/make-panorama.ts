/**
 * Renders the home page's panorama, a generated landscape, into `public/home/`: one full turn whose ends meet. Run it
 * after changing the landscape: `node scripts/make-panorama.ts [width]` (a small width for a preview).
 */
import { mkdir } from 'node:fs/promises';
import sharp from 'sharp';
import { lightFrom } from './panorama/render.ts';
import { groundAt } from './panorama/terrain.ts';

const FULL_WIDTH = 3840;
/** Width divided by height. */
const ASPECT = 64 / 9;
/** Position of the horizon, as a share of the height from the top. */
const HORIZON = 0.6;
/** Rays per pixel in each direction. */
const SAMPLES = 2;
const EXPOSURE = 0.88;

const width = Number(process.argv[2] ?? FULL_WIDTH);
const height = Math.round(width / ASPECT);
const eye = [0, Math.max(0, groundAt(0, 0)) + 7, 0] as const;

/** Tone mapping: the filmic curve of https://knarkowicz.wordpress.com/2016/01/06/, then sRGB. */
function toScreen(light: number): number {
  const x = light * EXPOSURE;
  const filmic = Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
  return Math.round(255 * (filmic <= 0.0031308 ? 12.92 * filmic : 1.055 * filmic ** (1 / 2.4) - 0.055));
}

function pixel(column: number, row: number): [number, number, number] {
  let [red, green, blue] = [0, 0, 0];
  for (let i = 0; i < SAMPLES * SAMPLES; i++) {
    const x = column + ((i % SAMPLES) + 0.5) / SAMPLES;
    const y = row + (Math.floor(i / SAMPLES) + 0.5) / SAMPLES;
    const azimuth = (2 * Math.PI * x) / width;
    const slope = (HORIZON * height - y) / (width / (2 * Math.PI));
    const length = Math.hypot(1, slope);
    const light = lightFrom(eye, [Math.sin(azimuth) / length, slope / length, Math.cos(azimuth) / length]);
    // Each sample is clipped, so that the sun does not drown out objects in front of it.
    red += Math.min(4, light[0]);
    green += Math.min(4, light[1]);
    blue += Math.min(4, light[2]);
  }
  const rays = SAMPLES * SAMPLES;
  return [toScreen(red / rays), toScreen(green / rays), toScreen(blue / rays)];
}

const pixels = Buffer.alloc(width * height * 3);
for (let row = 0; row < height; row++) {
  for (let column = 0; column < width; column++) pixels.set(pixel(column, row), (row * width + column) * 3);
  if (row % 20 === 0) console.log(`${row} of ${height} rows`);
}

const picture = sharp(pixels, { raw: { width, height, channels: 3 } });
if (width === FULL_WIDTH) {
  await mkdir('public/home', { recursive: true });
  for (const size of [FULL_WIDTH, 2560, FULL_WIDTH / 2]) {
    const sized = picture.clone().resize(size);
    await sized.clone().avif({ quality: 48, effort: 9 }).toFile(`public/home/panorama-${size}.avif`);
    await sized.clone().webp({ quality: 66, effort: 6 }).toFile(`public/home/panorama-${size}.webp`);
  }
} else {
  await picture.png().toFile('panorama-preview.png');
}
