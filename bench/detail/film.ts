import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { paintStrip } from '#app/sphere/detail/strip.ts';
import { root } from '#scripts/stack/settings.ts';
import { NUMBER_BITS, numberBlock } from './film-number.ts';
import { randomFrom } from './looks.ts';

export const FRAMES = 60;
const FRAME_RATE = 30;
const HEADER_END = 'FRAME\n';

/** A film of a still camera, or of one in somebody's hand, which sways. */
export type Film = { path: string; width: number; height: number };

type Making = { width: number; sways: boolean; photo: string | null; folder: string };

/** Standard deviation of a sensor's noise in levels of luma, as cameras leave it after filtering. */
const SENSOR_NOISE = 1;
/** Cells of the texture, in pixels: as in nature, each octave has as much contrast as the next. */
const OCTAVES = [128, 64, 32, 16, 8, 4, 2];
const OCTAVE_LEVELS = 9;
const DISCS = 8;

/**
 * Makes a y4m film of two seconds that Chromium uses as its camera: a picture with detail in every direction, noise of a
 * sensor, things that move, and each frame's number at the lower edge.
 */
export async function makeFilm({ width, sways, photo, folder }: Making): Promise<Film> {
  const height = width / 2;
  const path = join(folder, `detail-${width}-${sways ? 'hand' : 'still'}.y4m`);
  const picture = await loadPicture(photo ?? join(root, 'public/home/panorama-3840.webp'), width, height);
  if (!photo) addTexture(picture.luma, width, height);
  const noise = noiseTable();
  const random = randomFrom(1);
  const frame = new Uint8Array((width * height * 3) / 2);
  const file = await open(`${path}.part`, 'w');
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${FRAME_RATE}:1 Ip A1:1 C420jpeg\n`);
    for (let number = 0; number < FRAMES; number++) {
      const angle = (number / FRAMES) * 2 * Math.PI;
      const sway = sways ? swayAt(angle, width) : { x: 0, y: 0 };
      paintPicture(frame, picture, width, height, sway, { noise, from: Math.floor(random() * noise.length) });
      paintDiscs(frame, width, height, angle);
      const block = numberBlock(width);
      const luma = { data: frame, width, height, stride: width };
      paintStrip(luma, height - block, [[number, NUMBER_BITS]], block);
      await file.write(HEADER_END);
      await file.write(frame);
    }
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  return { path, width, height };
}

/** Reads the luma of a film's frames. */
export class FilmReader {
  readonly #film: Film;
  readonly #read = new Map<number, Uint8Array>();

  constructor(film: Film) {
    this.#film = film;
  }

  async luma(number: number): Promise<Uint8Array> {
    const known = this.#read.get(number);
    if (known) return known;
    const { path, width, height } = this.#film;
    const file = await open(path, 'r');
    try {
      const header = Buffer.alloc(200);
      await file.read(header, 0, header.length, 0);
      const size = (width * height * 3) / 2 + HEADER_END.length;
      const luma = new Uint8Array(width * height);
      const at = header.indexOf('\n') + 1 + number * size + HEADER_END.length;
      await file.read(luma, 0, luma.length, at);
      this.#read.set(number, luma);
      return luma;
    } finally {
      await file.close();
    }
  }
}

type Picture = { luma: Float32Array; chroma: Uint8Array };

/** @returns luma, and the planes U and V of half the width and height */
async function loadPicture(path: string, width: number, height: number): Promise<Picture> {
  const image = sharp(path).resize(width, height, { fit: 'fill', kernel: 'lanczos3' }).removeAlpha();
  const rgb = await image.clone().raw().toBuffer();
  const half = await image
    .clone()
    .resize(width / 2, height / 2, { fit: 'fill' })
    .raw()
    .toBuffer();
  // Full range BT.601, as in JPEG: C420jpeg.
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at++) luma[at] = weigh(rgb, at, 0.299, 0.587, 0.114);
  const size = luma.length / 4;
  const chroma = new Uint8Array(2 * size);
  for (let at = 0; at < size; at++) {
    chroma[at] = 128 + weigh(half, at, -0.1687, -0.3313, 0.5);
    chroma[size + at] = 128 + weigh(half, at, 0.5, -0.4187, -0.0813);
  }
  return { luma, chroma };
}

const weigh = (rgb: Buffer, at: number, red: number, green: number, blue: number) =>
  red * (rgb[3 * at] ?? 0) + green * (rgb[3 * at + 1] ?? 0) + blue * (rgb[3 * at + 2] ?? 0);

/** Adds value noise in octaves, more of it in some places than in others. */
function addTexture(luma: Float32Array, width: number, height: number): void {
  for (const [octave, cell] of OCTAVES.entries()) {
    const random = randomFrom(octave + 1);
    const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell) + 1];
    const grid = Float32Array.from({ length: columns * rows }, () => 2 * OCTAVE_LEVELS * (2 * random() - 1));
    for (let y = 0; y < height; y++) {
      const above = Math.floor(y / cell) * columns;
      const down = (y % cell) / cell;
      for (let x = 0; x < width; x++) {
        const left = Math.floor(x / cell);
        const right = (left + 1) % columns;
        const across = (x % cell) / cell;
        const upper = (grid[above + left] ?? 0) * (1 - across) + (grid[above + right] ?? 0) * across;
        const below = above + columns;
        const lower = (grid[below + left] ?? 0) * (1 - across) + (grid[below + right] ?? 0) * across;
        const strength =
          0.55 + 0.45 * Math.sin((x / width) * 6 * Math.PI) * Math.sin((y / height) * 3 * Math.PI);
        const at = y * width + x;
        luma[at] = (luma[at] ?? 0) + strength * (upper * (1 - down) + lower * down);
      }
    }
  }
}

/** Normally distributed, by the sum of four uniform numbers. */
function noiseTable(): Float32Array {
  const random = randomFrom(99);
  const spread = SENSOR_NOISE * Math.sqrt(3);
  return Float32Array.from(
    { length: 1 << 20 },
    () => spread * (random() + random() + random() + random() - 2),
  );
}

/** By how many pixels the camera has turned, and nodded: some degrees, once and twice in the film. */
function swayAt(angle: number, width: number): { x: number; y: number } {
  const degrees = width / 360;
  return {
    x: Math.round(degrees * (2.5 * Math.sin(angle) + 0.6 * Math.sin(3 * angle + 1))),
    y: Math.round(degrees * (1.2 * Math.sin(2 * angle) + 0.3 * Math.sin(5 * angle))),
  };
}

function paintPicture(
  frame: Uint8Array,
  { luma, chroma }: Picture,
  width: number,
  height: number,
  sway: { x: number; y: number },
  { noise, from }: { noise: Float32Array; from: number },
): void {
  let next = from;
  for (let y = 0, at = 0; y < height; y++) {
    const row = within(y + sway.y, height) * width;
    for (let x = 0; x < width; x++, at++, next++) {
      const level = (luma[row + around(x + sway.x, width)] ?? 0) + (noise[next % noise.length] ?? 0);
      frame[at] = Math.min(255, Math.max(0, level));
    }
  }
  const [columns, rows] = [width / 2, height / 2];
  for (let plane = 0, at = width * height; plane < 2; plane++)
    for (let y = 0; y < rows; y++) {
      const row = plane * columns * rows + within(y + (sway.y >> 1), rows) * columns;
      for (let x = 0; x < columns; x++, at++)
        frame[at] = chroma[row + around(x + (sway.x >> 1), columns)] ?? 128;
    }
}

/** Discs with stripes, which move around their places. */
function paintDiscs(frame: Uint8Array, width: number, height: number, angle: number): void {
  const radius = Math.round(width / 70);
  for (let disc = 0; disc < DISCS; disc++) {
    const middleX = Math.round(((disc + 0.5) / DISCS) * width + (width / 18) * Math.sin(angle + disc));
    const middleY = Math.round(height / 2 + (height / 12) * Math.sin(disc * 2.1 + angle));
    for (let y = -radius; y <= radius; y++)
      for (let x = -radius; x <= radius; x++) {
        if (x * x + y * y > radius * radius) continue;
        const level = 128 + 60 * Math.sin(x * 0.35 + disc) + 40 * Math.sin(y * 0.5);
        frame[(middleY + y) * width + around(middleX + x, width)] = level;
      }
  }
}

const within = (value: number, end: number) => Math.min(end - 1, Math.max(0, value));
const around = (value: number, end: number) => (value + end) % end;
