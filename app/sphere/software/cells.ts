import { Locator, Region, type View } from './locator.ts';
import type { Planes } from './planes.ts';

/**
 * Edge of a cell, in pixels. Within it, positions in the picture are interpolated between the corners, at a tenth of
 * the cost of computing each.
 */
export const CELL = 8;
/** Maximum error of an interpolated position in the middle of its cell, in pixels of the stored picture. */
const TOLERANCE = 0.25;
/**
 * Maximum width or height of a cell in the stored picture, in its pixels: around the poles cells are wider, and neither
 * the middle nor U and V of every second pixel represent the rest.
 */
const WIDEST = 4 * CELL;
/**
 * Minimum distance of a position from the edges of the stored picture, so that its neighbours for Y, U and V are
 * inside.
 */
const MARGIN = 3;

/**
 * How a frame lies in the picture that cells have positions in: its left and top edge there, and the pixels there in one
 * of its own.
 */
export type Fit = { left: number; top: number; unit: number };

/** How the pixels of a cell are rendered. */
export const CellKind = {
  OUTSIDE: 0,
  /** Positions are interpolated between the corners. */
  EVEN: 1,
  /** Each position is computed: at edges and seams, around the poles, where two lenses overlap. */
  UNEVEN: 2,
} as const;

/** Positions in the stored picture for a view that is divided into cells. */
export class Cells {
  readonly locator: Locator;
  readonly columns: number;
  readonly rows: number;
  /** A `CellKind` for each cell, row by row. */
  readonly kinds: Uint8Array;
  /** Positions of the corners, one more per row than cells, in pixels of the stored picture. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly #regions: Uint8Array;

  readonly #margin: number;

  /**
   * @param view its width and height are multiples of `CELL`
   * @param unit pixels of `stored` in one of the smallest picture that is read by these cells
   */
  constructor(view: View, stored: Pick<Planes, 'width' | 'height' | 'turn'>, unit = 1) {
    this.#margin = MARGIN * unit;
    this.locator = new Locator(view, stored);
    this.columns = view.width / CELL;
    this.rows = view.height / CELL;
    const corners = (this.columns + 1) * (this.rows + 1);
    this.xs = new Float64Array(corners);
    this.ys = new Float64Array(corners);
    this.#regions = new Uint8Array(corners);
    this.kinds = new Uint8Array(this.columns * this.rows);
    let corner = 0;
    for (let row = 0; row <= this.rows; row++) {
      for (let column = 0; column <= this.columns; column++, corner++) {
        this.#regions[corner] = this.locator.locate(column * CELL, row * CELL);
        this.xs[corner] = this.locator.x;
        this.ys[corner] = this.locator.y;
      }
    }
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++)
        this.kinds[row * this.columns + column] = this.#kindOf(column, row);
  }

  #kindOf(column: number, row: number): number {
    const corner = row * (this.columns + 1) + column;
    const below = corner + this.columns + 1;
    const region = this.#regions[corner];
    for (const other of [corner + 1, below, below + 1])
      if (this.#regions[other] !== region) return CellKind.UNEVEN;
    if (region === Region.OUTSIDE) return CellKind.OUTSIDE;
    if (region === Region.BOTH) return CellKind.UNEVEN;
    const { locator } = this;
    if (locator.locate((column + 0.5) * CELL, (row + 0.5) * CELL) !== region) return CellKind.UNEVEN;
    const x = isSmooth(this.xs, corner, below, locator.x, locator.left, locator.right, this.#margin);
    const y = isSmooth(this.ys, corner, below, locator.y, locator.top, locator.bottom, this.#margin);
    return x && y ? CellKind.EVEN : CellKind.UNEVEN;
  }
}

/**
 * Whether the four corners' coordinates lie inside, close together, and their average is close to that of the middle.
 */
function isSmooth(
  of: Float64Array,
  corner: number,
  below: number,
  middle: number,
  start: number,
  end: number,
  margin: number,
): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = [of[corner], of[corner + 1], of[below], of[below + 1]];
  const least = Math.min(a, b, c, d);
  const most = Math.max(a, b, c, d);
  return (
    least > start + margin &&
    most < end - margin &&
    most - least < WIDEST &&
    Math.abs((a + b + c + d) / 4 - middle) < TOLERANCE
  );
}
