import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { View } from './locator.ts';
import type { Planes } from './planes.ts';
import { Raster } from './raster.ts';

/**
 * Renders a frame in a view. The worker keeps both: null stands for the previous one. Buffers are transferred, and come
 * back.
 */
export type RenderRequest = { frame: Planes | null; view: View | null; pixels: Uint32Array<ArrayBuffer> };

/** The rendered pixels, and the memory of the previous frame, if this request contained a new one. */
export type RenderAnswer = { pixels: Uint32Array<ArrayBuffer>; spare: Uint8Array<ArrayBuffer> | null };

/** Renders the last frame once in another view, and answers at the port. */
export type StillRequest = { still: View; answer: MessagePort };

/** Null before the first frame. */
export type StillAnswer = Uint32Array<ArrayBuffer> | null;

const raster = new Raster();
warmUp();

let shown: Planes | null = null;
let seen: View | null = null;

addEventListener('message', ({ data }: MessageEvent<RenderRequest | StillRequest>) => {
  if ('still' in data) renderStill(data);
  else render(data);
});

function render({ frame, view, pixels }: RenderRequest): void {
  const spare = frame && shown ? shown.data : null;
  shown = frame ?? shown;
  seen = view ?? seen;
  if (shown && seen) raster.paint(shown, seen, pixels);
  const answer: RenderAnswer = { pixels, spare };
  postMessage(answer, { transfer: spare ? [pixels.buffer, spare.buffer] : [pixels.buffer] });
}

function renderStill({ still, answer }: StillRequest): void {
  if (!shown) {
    answer.postMessage(null);
    return;
  }
  const pixels: StillAnswer = new Uint32Array(still.width * still.height);
  // By another raster, as this one would lose what it has computed for its view.
  new Raster().paint(shown, still, pixels);
  answer.postMessage(pixels, [pixels.buffer]);
}

/**
 * Renders black until the compiler has optimised the loops: otherwise the first frame would take five times as long as
 * the others. The objects are cloned as messages are, because code is optimised for objects created in the same way.
 */
function warmUp(): void {
  const [width, height] = [640, 320];
  const frame: Planes = structuredClone({
    layout: 'i420',
    width,
    height,
    data: new Uint8Array(width * height * 1.5),
    colour: { matrix: null, fullRange: null },
    turn: { rotation: 0, flip: false },
  });
  const pixels = new Uint32Array(width * height);
  const picture = {
    projection: 'equirectangular',
    stereo: 'mono',
    heading: 0,
    pitch: 0,
    roll: 0,
    lenses: USUAL_LENSES,
    bounds: undefined,
  } as const;
  // Backwards and up, at the seam and a pole.
  for (let yaw = 180; yaw < 190; yaw++) {
    const look = { yaw, pitch: 50, roll: 0, fov: 75 };
    raster.paint(
      frame,
      structuredClone({ mode: 'spherical', picture, look, width, height, aspect: 2 }),
      pixels,
    );
  }
}
