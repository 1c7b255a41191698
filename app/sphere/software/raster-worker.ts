import { USUAL_LENSES } from '#protocol/lenses.ts';
import { type Detail, placedDetail } from './detail-cell.ts';
import type { View } from './locator.ts';
import type { Planes } from './planes.ts';
import { Raster } from './raster.ts';

/**
 * Renders a frame in a view, with a part of it in full detail. The worker keeps all three: null stands for the previous
 * one. Buffers are transferred, and come back.
 */
export type RenderRequest = {
  frame: Planes | null;
  detail: Planes | null;
  /** Whether the part is shown, if its place can be read. */
  showsDetail: boolean;
  view: View | null;
  pixels: Uint32Array<ArrayBuffer>;
};

/** The rendered pixels, and the memory of the previous frame and part, if this request contained new ones. */
export type RenderAnswer = {
  pixels: Uint32Array<ArrayBuffer>;
  spare: Planes['data'] | null;
  spareDetail: Planes['data'] | null;
};

/** Renders the last frame once in another view, and answers at the port. */
export type StillRequest = { still: View; answer: MessagePort };

/** Null before the first frame. */
export type StillAnswer = Uint32Array<ArrayBuffer> | null;

const raster = new Raster();
warmUp();

let shown: Planes | null = null;
let seen: View | null = null;
/** The last part whose place could be read, and whether it is to be shown. */
let part: Detail | null = null;
let showsPart = false;

addEventListener('message', ({ data }: MessageEvent<RenderRequest | StillRequest>) => {
  if ('still' in data) renderStill(data);
  else render(data);
});

function render({ frame, detail, showsDetail, view, pixels }: RenderRequest): void {
  const spare = frame && shown ? shown.data : null;
  const spareDetail = detail && part ? part.frame.data : null;
  shown = frame ?? shown;
  seen = view ?? seen;
  if (detail) part = placedDetail(detail);
  showsPart = showsDetail;
  if (shown && seen) raster.paint(shown, seen, pixels, partOf(shown));
  const answer: RenderAnswer = { pixels, spare, spareDetail };
  const transfer = [pixels, spare, spareDetail].flatMap((memory) => memory?.buffer ?? []);
  postMessage(answer, { transfer });
}

function partOf({ turn }: Planes): Detail | null {
  return showsPart && turn.rotation === 0 && !turn.flip ? part : null;
}

function renderStill({ still, answer }: StillRequest): void {
  if (!shown) {
    answer.postMessage(null);
    return;
  }
  const pixels: StillAnswer = new Uint32Array(still.width * still.height);
  // By another raster, as this one would lose what it has computed for its view.
  new Raster().paint(shown, still, pixels, partOf(shown));
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
