import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_FOV } from '#app/sphere/look/look-store.ts';
import { CLOCK_COLUMNS, CLOCK_ROWS, clockInView, readClock } from '#e2e/film/clock.ts';
import { FILM_MS } from '#e2e/film/film.ts';
import type { BarePages } from './bare-pages.ts';
import type { PreparedCall, Shape, Visitors } from './contender.ts';

export const GLASS_SPAN_MS = 6_000;
/** Reading a canvas waits for its rendering, which otherwise overlaps with the next frame's. */
const PAUSE_MS = 250;

/** Reads of the viewer's canvas. */
export type Glass = {
  /** Delays in ms from a frame's arrival from the camera to its pixels on the canvas. */
  delaysMs: number[];
  /** Reads that are not a number: two equal squares in a column, or wrong parity. */
  unreadable: number;
  /** Reads of a number the camera did not show within the preceding length of the film. */
  unmatched: number;
};

/**
 * Measures the delay from the host's camera to the viewer's canvas: reads the film's clock at both and joins the reads
 * by the frame's number. Unlike the difference of the numbers visible at one moment, this is exact to a few ms, and
 * does not grow while a frame stays on the screen. Delays must be shorter than the film.
 */
export async function measureGlass(
  { viewer, sender }: PreparedCall,
  { host }: Visitors,
  shape: Shape,
  pages: BarePages,
): Promise<Glass> {
  const camera = await pages.open(host, 'camera', shape);
  // Background tabs are rendered once a second.
  await sender.bringToFront();
  // Frames in transit now were captured earlier.
  await sleep(FILM_MS);
  const { width, height } = viewer.viewportSize() ?? { width: 1, height: 1 };
  const place = clockInView(DEFAULT_FOV, width / height);
  await viewer.evaluate(watchCanvas, { place, columns: CLOCK_COLUMNS, rows: CLOCK_ROWS, pause: PAUSE_MS });
  await sleep(GLASS_SPAN_MS);
  const shown = await viewer.evaluate(() => window.probe.shown);
  const captured = await camera.evaluate(() => window.captured);
  await camera.close();

  // Offset from the camera's clock to the page's: that of the fastest arrival, as a busy machine delivers some late.
  const offset = Math.min(...captured.map(({ capturedAt, arrivedAt }) => arrivedAt - capturedAt));
  const glass: Glass = { delaysMs: [], unreadable: 0, unmatched: 0 };
  for (const { at, levels } of shown) {
    const number = readClock(levels);
    // Chromium plays the first frame twice.
    if (number === 0) continue;
    const source = captured.findLast((frame) => frame.number === number && frame.capturedAt + offset <= at);
    const delay = source ? at - source.capturedAt - offset : FILM_MS;
    if (number === null) glass.unreadable++;
    else if (delay >= FILM_MS) glass.unmatched++;
    else glass.delaysMs.push(delay);
  }
  return glass;
}

type Watched = { place: ReturnType<typeof clockInView>; columns: number; rows: number; pause: number };

/** Runs in the viewer's page: at intervals, right after painting, reads the middle of each square from the canvas. */
function watchCanvas({ place, columns, rows, pause }: Watched): void {
  const { probe } = window;
  const small = new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true });
  if (!small) throw new Error('There is no 2D canvas');
  small.imageSmoothingEnabled = false;
  let next = 0;
  probe.onPainted = (canvas) => {
    if (performance.now() < next) return;
    const [left, width] = [place.left * canvas.width, place.width * canvas.width];
    const [top, height] = [place.top * canvas.height, place.height * canvas.height];
    small.drawImage(canvas, left, top, width, height, 0, 0, columns, rows);
    const { data } = small.getImageData(0, 0, columns, rows);
    const levels = Array.from(data).filter((_, index) => index % 4 === 1);
    probe.shown.push({ at: performance.timeOrigin + performance.now(), levels });
    next = performance.now() + pause;
  };
}
