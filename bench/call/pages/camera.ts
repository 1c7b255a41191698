import { clockInFilm, readClock } from '#e2e/film/clock.ts';
import { askedShape, openCamera } from './shape.ts';

declare global {
  interface Window {
    captured: CapturedFrame[];
  }
}

/** Number shown by a frame's clock, and the times of capture and arrival, in ms of different clocks. */
type CapturedFrame = { number: number | null; capturedAt: number; arrivedAt: number };

/**
 * Reads the clock of every frame of the host's camera, in a separate tab: a rendering tab would be too busy to get
 * every frame.
 */
const places = clockInFilm(askedShape());
const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
const [left, top] = [even(Math.min(...xs)), even(Math.min(...ys))];
const size = { width: even(Math.max(...xs) - left) + 2, height: even(Math.max(...ys) - top) + 2 };
const rect = { x: left, y: top, ...size };

const track = await openCamera();
const Processor = globalThis.MediaStreamTrackProcessor;
if (!Processor) throw new Error('The browser cannot read tracks');
const reader = new Processor({ track, maxBufferSize: 2 }).readable.getReader();
window.captured = [];
void readAll();
document.body.dataset.ready = '';

async function readAll(): Promise<void> {
  for (;;) {
    const { value: frame } = await reader.read();
    if (!frame) return;
    const arrivedAt = performance.timeOrigin + performance.now();
    window.captured.push({ number: await numberOn(frame), capturedAt: frame.timestamp / 1000, arrivedAt });
    frame.close();
  }
}

async function numberOn(frame: VideoFrame): Promise<number | null> {
  const data = new Uint8Array(frame.allocationSize({ rect }));
  // Luma is the first plane in I420 and in NV12.
  const [luma] = await frame.copyTo(data, { rect });
  if (!luma) return null;
  return readClock(places.map(({ x, y }) => data[luma.offset + (y - top) * luma.stride + x - left] ?? 0));
}

/** Rounds down to an even pixel: colour has half the resolution, so copies must begin and end at even pixels. */
function even(value: number): number {
  return value - (value % 2);
}
