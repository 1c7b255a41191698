import { CELL, CellKind, Cells } from './cells.ts';
import type { FrameColour } from './colour.ts';
import { paintEvenCell } from './even-cell.ts';
import type { View } from './locator.ts';
import { paintPackedCell } from './packed-cell.ts';
import type { Planes } from './planes.ts';
import { fromBgra, fromRgba, type ToRgb, toRgb } from './to-rgb.ts';
import { INK_PIXEL, paintUnevenCell } from './uneven-cell.ts';

/** Renders views of frames on the CPU. */
export class Raster {
  #cells: Cells | null = null;
  #view: View | null = null;
  #stored: Planes | null = null;
  /** The pixels of the stored frame; null if it is not packed. */
  #packed: Uint32Array | null = null;
  #colour: { of: FrameColour; toRgb: ToRgb } | null = null;

  /**
   * Renders a frame. Allocates nothing proportional to it unless the view (by identity) or its shape has changed.
   * @param pixels one for each of the view's, row by row: bytes red, green, blue and alpha
   */
  paint(frame: Planes, view: View, pixels: Uint32Array): void {
    const cells = this.#cellsOf(frame, view);
    const rgb = this.#toRgb(frame);
    const packed = this.#packed;
    const { kinds, columns, rows } = cells;
    let cell = 0;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, cell++) {
        const first = (row * view.width + column) * CELL;
        if (kinds[cell] === CellKind.EVEN) {
          const corner = row * (columns + 1) + column;
          if (packed)
            paintPackedCell(
              packed,
              frame.width,
              frame.layout === 'bgra',
              cells,
              corner,
              pixels,
              first,
              view.width,
            );
          else paintEvenCell(frame, cells, corner, rgb, pixels, first, view.width);
        } else if (kinds[cell] === CellKind.UNEVEN) {
          paintUnevenCell(frame, cells, column * CELL, row * CELL, rgb, pixels, view.width);
        } else {
          for (let start = first; start < first + CELL * view.width; start += view.width) {
            pixels.fill(INK_PIXEL, start, start + CELL);
          }
        }
      }
    }
  }

  #cellsOf(frame: Planes, view: View): Cells {
    const old = this.#stored;
    this.#stored = frame;
    if (old !== frame) this.#packed = packedPixels(frame);
    const same =
      this.#view === view &&
      old?.width === frame.width &&
      old.height === frame.height &&
      old.turn.rotation === frame.turn.rotation &&
      old.turn.flip === frame.turn.flip;
    if (same && this.#cells) return this.#cells;
    this.#view = view;
    this.#cells = new Cells(view, frame);
    return this.#cells;
  }

  #toRgb({ layout, colour }: Planes): ToRgb {
    if (layout === 'rgba') return fromRgba;
    if (layout === 'bgra') return fromBgra;
    const { of, toRgb: known } = this.#colour ?? {};
    if (known && of?.matrix === colour.matrix && of.fullRange === colour.fullRange) return known;
    this.#colour = { of: colour, toRgb: toRgb(colour) };
    return this.#colour.toRgb;
  }
}

function packedPixels({ layout, data, width, height }: Planes): Uint32Array | null {
  if (layout === 'i420' || layout === 'nv12') return null;
  return new Uint32Array(data.buffer, data.byteOffset, width * height);
}
