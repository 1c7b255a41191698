import { expect, it } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { SpherePicture } from '../picture.ts';
import { CellKind, Cells } from './cells.ts';
import type { View } from './locator.ts';
import type { Planes } from './planes.ts';
import { Raster } from './raster.ts';
import { fromBgra, fromRgba, toRgb } from './to-rgb.ts';
import { paintUnevenCell } from './uneven-cell.ts';

const COLOUR = { matrix: 'bt709', fullRange: false } as const;

/** Waves of a few pixels in Y, U and V, or red, green and blue, which are continuous across the edges. */
function wavy(layout: Planes['layout'], width: number, height: number): Planes {
  const isPacked = layout === 'rgba' || layout === 'bgra';
  const data = new Uint8Array(width * height * (isPacked ? 4 : 1.5));
  const wave = (index: number, columns: number, waves: number) =>
    128 + 50 * Math.sin((2 * Math.PI * waves * index) / columns) * Math.cos(index / columns / 9);
  const frame = { layout, width, height, data, colour: COLOUR, turn: { rotation: 0, flip: false } } as const;
  const luma = width * height;
  if (isPacked) {
    for (let index = 0; index < luma; index++)
      data.set(
        [30, 8, 12].map((waves) => wave(index, width, waves)),
        4 * index,
      );
    return frame;
  }
  for (let index = 0; index < luma; index++) data[index] = wave(index, width, 30);
  for (let index = 0; index < luma / 4; index++) {
    const [u, v] =
      layout === 'nv12' ? [luma + 2 * index, luma + 2 * index + 1] : [luma + index, luma * 1.25 + index];
    data[u] = wave(index, width / 2, 8);
    data[v] = wave(index, width / 2, 12);
  }
  return frame;
}

const LOOKS = [
  { yaw: 0, pitch: 0, roll: 0, fov: 75 },
  { yaw: 175, pitch: -30, roll: 12, fov: 100 },
  { yaw: 20, pitch: 60, roll: 0, fov: 75 },
  { yaw: 0, pitch: 90, roll: 0, fov: 75 },
] as const;

it.each<{
  projection: SpherePicture['projection'];
  stereo: SpherePicture['stereo'];
  layout: Planes['layout'];
}>([
  { projection: 'equirectangular', stereo: 'mono', layout: 'i420' },
  { projection: 'equirectangular', stereo: 'top-bottom', layout: 'nv12' },
  { projection: 'half', stereo: 'left-right', layout: 'i420' },
  { projection: 'dual-fisheye', stereo: 'mono', layout: 'nv12' },
  { projection: 'equirectangular', stereo: 'mono', layout: 'rgba' },
  { projection: 'half', stereo: 'mono', layout: 'bgra' },
])(
  'interpolates between the corners of cells: $projection, $stereo, $layout',
  ({ projection, stereo, layout }) => {
    const frame = wavy(layout, 960, 480);
    for (const look of LOOKS) {
      const view: View = {
        mode: 'spherical',
        picture: { projection, stereo, heading: 10, pitch: 0, roll: 0, lenses: USUAL_LENSES },
        look,
        width: 320,
        height: 176,
        aspect: 320 / 176,
      };
      const painted = new Uint32Array(view.width * view.height);
      new Raster().paint(frame, view, painted);
      const cells = new Cells(view, frame);
      const exact = paintedExactly(frame, view, cells);
      // Nearly all of the work is saved, or all of it if nothing is visible.
      const uneven = cells.kinds.filter((kind) => kind === CellKind.UNEVEN).length / cells.kinds.length;
      expect(uneven).toBeLessThan(0.4);
      expect(farthest(painted, exact)).toBeLessThanOrEqual(16);
    }
  },
);

it('reads the bytes of a pixel in both orders', () => {
  const rgba = wavy('rgba', 480, 240);
  const swapped = rgba.data.map((_, at) => rgba.data[at % 4 === 3 ? at : at - (at % 4) + 2 - (at % 4)] ?? 0);
  const bgra: Planes = { ...rgba, layout: 'bgra', data: swapped };
  // Backwards and up: seam and pole are computed pixel by pixel, the rest is not.
  const look = { yaw: 180, pitch: 50, roll: 0, fov: 75 };
  const picture = { projection: 'equirectangular', stereo: 'mono', heading: 0, pitch: 0, roll: 0 } as const;
  const view: View = {
    ...{ mode: 'spherical', look, width: 320, height: 176, aspect: 320 / 176 },
    picture: { ...picture, lenses: USUAL_LENSES },
  };
  const painted = (frame: Planes) => {
    const pixels = new Uint32Array(view.width * view.height);
    new Raster().paint(frame, view, pixels);
    return pixels;
  };
  expect(farthest(painted(rgba), painted(bgra))).toBe(0);
});

function paintedExactly(frame: Planes, view: View, cells: Cells): Uint32Array {
  const pixels = new Uint32Array(view.width * view.height);
  const rgb = frame.layout === 'rgba' ? fromRgba : frame.layout === 'bgra' ? fromBgra : toRgb(COLOUR);
  for (let row = 0; row < cells.rows; row++)
    for (let column = 0; column < cells.columns; column++)
      paintUnevenCell(frame, cells, column * 8, row * 8, 1, rgb, pixels, view.width);
  return pixels;
}

/** The largest difference in red, green or blue, 0 to 255. */
function farthest(painted: Uint32Array, exact: Uint32Array): number {
  const [a, b] = [new Uint8Array(painted.buffer), new Uint8Array(exact.buffer)];
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}
