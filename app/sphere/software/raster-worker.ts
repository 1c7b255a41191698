import type { View } from './locator.ts';
import type { Planes } from './planes.ts';
import { Raster } from './raster.ts';

/** Renders a frame in a view. Both are kept: null is the one before. Buffers are transferred, and come back. */
export type RenderRequest = { frame: Planes | null; view: View | null; pixels: Uint32Array<ArrayBuffer> };

/** The rendered pixels, and the memory of the frame before, if this request brought a new one. */
export type RenderAnswer = { pixels: Uint32Array<ArrayBuffer>; spare: Uint8Array<ArrayBuffer> | null };

const raster = new Raster();
let shown: Planes | null = null;
let seen: View | null = null;

addEventListener('message', ({ data: { frame, view, pixels } }: MessageEvent<RenderRequest>) => {
  const spare = frame && shown ? shown.data : null;
  shown = frame ?? shown;
  seen = view ?? seen;
  if (shown && seen) raster.paint(shown, seen, pixels);
  const answer: RenderAnswer = { pixels, spare };
  postMessage(answer, { transfer: spare ? [pixels.buffer, spare.buffer] : [pixels.buffer] });
});
