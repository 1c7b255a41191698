import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClockPainter } from './clock.ts';
import { createFramePainter, type FilmShape } from './frames.ts';
import { PERSON_SIZE, paintPerson } from './person.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/panocall-films/', import.meta.url));
const SOURCES = ['clock.ts', 'film.ts', 'frames.ts', 'geometry.ts', 'patches.ts', 'person.ts'];
export const FRAME_RATE = 30;
const FRAMES = 60;
export const FILM_MS = (1000 * FRAMES) / FRAME_RATE;

type Size = { width: number; height: number };
/** Paints over the frame with this number. */
type Overlay = (index: number, frame: Uint8Array) => void;

/**
 * A y4m film that Chromium uses as its camera (`--use-file-for-fake-video-capture`), made on first use: two seconds
 * that loop seamlessly, with a patch of a distinct colour in each of six directions. A film of 3840×1920 takes 664 MB.
 * @returns its path
 */
export function ensureFilm(shape: FilmShape): Promise<string> {
  const { projection, circles } = shape;
  const kind = circles ? `${projection}-${hashOf(JSON.stringify(circles)).slice(0, 6)}` : projection;
  return ensure(shape, kind, () => {});
}

/** An equirectangular film with the number of each frame on its clock. @returns its path */
export function ensureClockFilm(size: Size): Promise<string> {
  return ensure({ projection: 'equirectangular', ...size }, 'clock', createClockPainter(size));
}

/** A film of a drawn person in front of a pattern, as by an ordinary camera. @returns its path */
export async function ensurePersonFilm(): Promise<string> {
  const person = await paintPerson();
  return ensure({ projection: 'equirectangular', ...PERSON_SIZE }, 'person', (_index, frame) =>
    frame.set(person),
  );
}

/** @param kind the beginning of the file's name; each kind has one film per size */
async function ensure(shape: FilmShape, kind: string, overlay: Overlay): Promise<string> {
  const prefix = `${kind}-${shape.width}x${shape.height}-`;
  const name = prefix + (await version());
  const path = `${CACHE}${name}.y4m`;
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${CACHE}${name}.${process.pid}.part`;
  const file = await open(unfinished, 'w');
  try {
    await file.write(`YUV4MPEG2 W${shape.width} H${shape.height} F${FRAME_RATE}:1 Ip A1:1 C420jpeg\n`);
    for await (const frame of filmFrames(shape, overlay)) {
      await file.write('FRAME\n');
      await file.write(frame);
    }
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  await removeOlder(prefix, path);
  return path;
}

/** Removes the films of older scripts, which are large. */
async function removeOlder(prefix: string, path: string): Promise<void> {
  for (const name of await readdir(CACHE))
    if (name.startsWith(prefix) && name.endsWith('.y4m') && CACHE + name !== path)
      await rm(CACHE + name, { force: true });
}

/** I420 frames; each is only valid until the next one is requested. */
function* filmFrames(shape: FilmShape, overlay: Overlay): Generator<Uint8Array> {
  const paint = createFramePainter(shape);
  const frame = new Uint8Array((shape.width * shape.height * 3) / 2);
  for (let index = 0; index < FRAMES; index++) {
    paint(index / FRAMES, frame);
    overlay(index, frame);
    yield frame;
  }
}

/** A hash of the scripts, so that films of older ones are not reused. */
async function version(): Promise<string> {
  const sources = await Promise.all(
    SOURCES.map((source) => readFile(new URL(source, import.meta.url), 'utf8')),
  );
  return hashOf(sources.join('')).slice(0, 10);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
