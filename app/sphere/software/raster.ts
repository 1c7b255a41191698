import { DETAILED } from '../detail/rectangle.ts';
import { CELL, CellKind, Cells, type Fit } from './cells.ts';
import type { FrameColour } from './colour.ts';
import { Covered, coveredPart, type Detail, fitCell, paintDetailCell } from './detail-cell.ts';
import { paintEvenCell } from './even-cell.ts';
import type { View } from './locator.ts';
import { paintPackedCell } from './packed-cell.ts';
import type { Planes } from './planes.ts';
import { fromBgra, fromRgba, type ToRgb, toRgb } from './to-rgb.ts';
import { INK_PIXEL, paintUnevenCell } from './uneven-cell.ts';

/** A frame, and how it is read. `packed`: its pixels; null if it has several planes. */
type Readable = { frame: Planes; packed: Uint32Array | null; toRgb: ToRgb };

/** Renders views of frames on the CPU. */
export class Raster {
  #cells: Cells | null = null;
  #view: View | null = null;
  /** Size and turn of the picture that `#cells` are of. */
  #stored: Pick<Planes, 'width' | 'height' | 'turn'> | null = null;
  readonly #whole = new Reading();
  readonly #part = new Reading();
  readonly #wholeFit: Fit = { left: 0, top: 0, unit: 1 };
  readonly #partFit: Fit = { left: 0, top: 0, unit: 1 };

  /**
   * Renders a frame. Allocates nothing proportional to it unless the view (by identity) or its shape has changed.
   * @param pixels one for each of the view's, row by row: bytes red, green, blue and alpha
   * @param detail a part of the picture in full detail; null without one
   */
  paint(frame: Planes, view: View, pixels: Uint32Array, detail: Detail | null = null): void {
    const unit = detail ? DETAILED.width / frame.width : 1;
    const cells = this.#cellsOf(detail ? { ...DETAILED, turn: frame.turn } : frame, view, unit);
    const whole = this.#whole.of(frame);
    const part = detail && this.#part.of(detail.frame);
    const { kinds, columns, rows } = cells;
    let cell = 0;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, cell++) {
        const first = (row * view.width + column) * CELL;
        const corner = row * (columns + 1) + column;
        const kind = kinds[cell];
        if (kind === CellKind.OUTSIDE) {
          for (let start = first; start < first + CELL * view.width; start += view.width) {
            pixels.fill(INK_PIXEL, start, start + CELL);
          }
          continue;
        }
        const covered = detail ? coveredPart(cells, corner, detail) : Covered.NONE;
        const isEven = kind === CellKind.EVEN;
        if (part && isEven && covered === Covered.ALL && fitCell(cells, corner, this.#partFit)) {
          paintEven(part, cells, corner, this.#partFit, pixels, first, view.width);
          continue;
        }
        const [left, top] = [column * CELL, row * CELL];
        if (isEven) paintEven(whole, cells, corner, this.#wholeFit, pixels, first, view.width);
        else paintUnevenCell(frame, cells, left, top, unit, whole.toRgb, pixels, view.width);
        // An uneven cell may be covered in its middle alone.
        if (detail && part && (covered !== Covered.NONE || !isEven))
          paintDetailCell(detail, cells, left, top, part.toRgb, pixels, view.width);
      }
    }
  }

  #cellsOf(stored: Pick<Planes, 'width' | 'height' | 'turn'>, view: View, unit: number): Cells {
    const old = this.#stored;
    this.#stored = stored;
    const same =
      this.#view === view &&
      this.#wholeFit.unit === unit &&
      old?.width === stored.width &&
      old.height === stored.height &&
      old.turn.rotation === stored.turn.rotation &&
      old.turn.flip === stored.turn.flip;
    if (same && this.#cells) return this.#cells;
    this.#view = view;
    this.#wholeFit.unit = unit;
    this.#cells = new Cells(view, stored, unit);
    return this.#cells;
  }
}

function paintEven(
  { frame, packed, toRgb }: Readable,
  cells: Cells,
  corner: number,
  fit: Fit,
  pixels: Uint32Array,
  first: number,
  width: number,
): void {
  if (packed)
    paintPackedCell(packed, frame.width, frame.layout === 'bgra', cells, corner, fit, pixels, first, width);
  else paintEvenCell(frame, cells, corner, fit, toRgb, pixels, first, width);
}

/** How the latest frame of one kind is read: computed again only if that changes. */
class Reading {
  #readable: Readable | null = null;
  #colour: { of: FrameColour; toRgb: ToRgb } | null = null;

  of(frame: Planes): Readable {
    if (this.#readable?.frame !== frame)
      this.#readable = { frame, packed: packedPixels(frame), toRgb: this.#toRgb(frame) };
    return this.#readable;
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
