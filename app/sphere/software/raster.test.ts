import { expect, it } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { SpherePicture } from '../picture.ts';
import { CellKind, Cells } from './cells.ts';
import type { View } from './locator.ts';
import type { Planes } from './planes.ts';
import { Raster } from './raster.ts';
import { toRgb } from './to-rgb.ts';
import { paintUnevenCell } from './uneven-cell.ts';

const COLOUR = { matrix: 'bt709', fullRange: false } as const;

/** Waves of a few pixels in Y, U and V, which meet at the edges. */
function wavy(layout: Planes['layout'], width: number, height: number): Planes {
  const data = new Uint8Array(width * height * 1.5);
  const wave = (index: number, columns: number, waves: number) =>
    128 + 50 * Math.sin((2 * Math.PI * waves * index) / columns) * Math.cos(index / columns / 9);
  const luma = width * height;
  for (let index = 0; index < luma; index++) data[index] = wave(index, width, 30);
  for (let index = 0; index < luma / 4; index++) {
    const [u, v] =
      layout === 'nv12' ? [luma + 2 * index, luma + 2 * index + 1] : [luma + index, luma * 1.25 + index];
    data[u] = wave(index, width / 2, 8);
    data[v] = wave(index, width / 2, 12);
  }
  return { layout, width, height, data, colour: COLOUR, turn: { rotation: 0, flip: false } };
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
      // Nearly all of the work is saved, or all of it where nothing is seen.
      const uneven = cells.kinds.filter((kind) => kind === CellKind.UNEVEN).length / cells.kinds.length;
      expect(uneven).toBeLessThan(0.4);
      expect(farthest(painted, exact)).toBeLessThanOrEqual(16);
    }
  },
);

function paintedExactly(frame: Planes, view: View, cells: Cells): Uint32Array {
  const pixels = new Uint32Array(view.width * view.height);
  for (let row = 0; row < cells.rows; row++)
    for (let column = 0; column < cells.columns; column++)
      paintUnevenCell(frame, cells, column * 8, row * 8, toRgb(COLOUR), pixels, view.width);
  return pixels;
}

/** The largest difference in red, green or blue, 0 to 255. */
function farthest(painted: Uint32Array, exact: Uint32Array): number {
  const [a, b] = [new Uint8Array(painted.buffer), new Uint8Array(exact.buffer)];
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}
