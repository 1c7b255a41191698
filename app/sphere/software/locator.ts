import type { Look } from '../look/look-store.ts';
import {
  type Bounds,
  boundsOf,
  lensAngles,
  type PanoramaMode,
  type SpherePicture,
  toPicture,
} from '../picture.ts';
import { type Rotate, rotation } from '../rotation.ts';
import { storedPoint, type Turn } from './turn.ts';

/** The view of a picture to render. */
export type View = {
  mode: PanoramaMode;
  picture: SpherePicture;
  look: Look;
  /** Size of the canvas, in nearly square pixels: the canvas is stretched to the view. */
  width: number;
  height: number;
  /** Width of the view divided by its height. */
  aspect: number;
};

/** Which part of the stored picture a point of the view shows. */
export const Region = {
  /** Nothing: beside the map, or outside the picture's bounds. */
  OUTSIDE: 0,
  /** The only picture, or that of the front lens. */
  FRONT: 1,
  BACK: 2,
  /** Where both lenses overlap. */
  BOTH: 3,
} as const;
export type Region = (typeof Region)[keyof typeof Region];

/** Left, top, width and height of the left eye's part, which flat screens show. */
const LEFT_EYES: Record<SpherePicture['stereo'], readonly [number, number, number, number]> = {
  mono: [0, 0, 1, 1],
  'top-bottom': [0, 0, 1, 0.5],
  'left-right': [0, 0, 0.5, 1],
};

const radians = Math.PI / 180;
/** A little more than half, because rounding must not open the seam of a band all around. */
const JUST_HALF = 0.5 + 1e-9;

/**
 * Finds the position of a view's pixel in the stored picture, for every projection: the geometry of
 * `panorama-shader.ts`, on the CPU. `locate` leaves its result in the fields, because it runs for thousands of pixels a
 * frame.
 */
export class Locator {
  /** In pixels of the stored picture, from its top left corner; (0.5, 0.5) is the centre of the first pixel. */
  x = 0;
  y = 0;
  /** In the back lens's picture; valid in the region BOTH. */
  backX = 0;
  backY = 0;
  /** The front lens's share of the colour in the region BOTH, 0 to 1. */
  frontShare = 1;

  /** The eye's part of the stored picture, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** The axis along which the stored picture's edges meet around the viewer. */
  readonly wraps: 'x' | 'y' | null;

  readonly #view: View;
  readonly #toPicture: Rotate;
  readonly #bounds: Bounds;
  /** Angles of the lenses, in radians. */
  readonly #reach: number;
  readonly #fade: number;
  /** The direction of a pixel (column, row) is origin + column·across + row·down: x right, y up, z back. */
  readonly #origin: readonly [number, number, number];
  readonly #across: readonly [number, number, number];
  readonly #down: readonly [number, number, number];
  /** Half the size of the map, relative to half the view. */
  readonly #mapWidth: number;
  readonly #mapHeight: number;
  /** From a shown point of the eye's part, 0 to 1, to the stored pixel. */
  readonly #toX: readonly [number, number, number];
  readonly #toY: readonly [number, number, number];

  constructor(view: View, stored: { width: number; height: number; turn: Turn }) {
    this.#view = view;
    const { width, height, aspect, picture } = view;
    this.#toPicture = toPicture(picture);
    this.#bounds = boundsOf(picture);
    const { reach: lensReach, fade } = lensAngles(picture.lenses);
    [this.#reach, this.#fade] = [lensReach, fade];
    this.#mapWidth = Math.min(1, 2 / aspect);
    this.#mapHeight = Math.min(1, aspect / 2);

    const turned = rotation(view.look);
    const rotated: Rotate = (x, y, z) => this.#toPicture(...turned(x, y, z));
    const reach = Math.tan((view.look.fov * radians) / 2);
    const [across, down] = [(2 * reach * aspect) / width, (-2 * reach) / height];
    this.#across = rotated(across, 0, 0);
    this.#down = rotated(0, down, 0);
    this.#origin = rotated((0.5 - width / 2) * across, (0.5 - height / 2) * down, -1);

    const [eyeLeft, eyeTop, eyeWidth, eyeHeight] = LEFT_EYES[picture.stereo];
    const { xu, xv, yu, yv, u0, v0 } = storedPoint(stored.turn);
    const along = (ofX: number, ofY: number, start: number, size: number) =>
      [ofX * eyeWidth * size, ofY * eyeHeight * size, (ofX * eyeLeft + ofY * eyeTop + start) * size] as const;
    this.#toX = along(xu, yu, u0, stored.width);
    this.#toY = along(xv, yv, v0, stored.height);
    [this.left, this.right] = ends(this.#toX);
    [this.top, this.bottom] = ends(this.#toY);
    const isMap = picture.projection !== 'dual-fisheye' && picture.stereo !== 'left-right';
    const surrounds = isMap && this.#bounds.width === 1;
    this.wraps = surrounds ? (xu === 0 ? 'y' : 'x') : null;
  }

  /** @param column from the left, 0 for the centre of the first pixel; @param row from the top */
  locate(column: number, row: number): Region {
    const { mode } = this.#view;
    if (mode === 'equirectangular') {
      const across = ((2 * column + 1) / this.#view.width - 1) / this.#mapWidth;
      const up = (1 - (2 * row + 1) / this.#view.height) / this.#mapHeight;
      if (Math.abs(across) > 1 || Math.abs(up) > 1) return Region.OUTSIDE;
      const longitude = across * Math.PI;
      const latitude = (up * Math.PI) / 2;
      const level = Math.cos(latitude);
      return this.#inPicture(
        ...this.#toPicture(Math.sin(longitude) * level, Math.sin(latitude), -Math.cos(longitude) * level),
      );
    }
    const x = this.#origin[0] + column * this.#across[0] + row * this.#down[0];
    const y = this.#origin[1] + column * this.#across[1] + row * this.#down[1];
    const z = this.#origin[2] + column * this.#across[2] + row * this.#down[2];
    return this.#inPicture(x, y, z);
  }

  #inPicture(x: number, y: number, z: number): Region {
    const { projection } = this.#view.picture;
    if (projection === 'dual-fisheye') return this.#inLenses(x, y, z);
    const { left, top, width, height } = this.#bounds;
    const latitude = Math.atan2(y, Math.sqrt(x * x + z * z));
    const across = (0.5 + Math.atan2(x, -z) / (2 * Math.PI) - left) / width;
    const down = (0.5 - latitude / Math.PI - top) / height;
    if (Math.abs(across - 0.5) > JUST_HALF || Math.abs(down - 0.5) > JUST_HALF) return Region.OUTSIDE;
    this.#show(across, down);
    return Region.FRONT;
  }

  /**
   * Locates a direction in the dual fisheye layout, which is that of `dfisheye` in ffmpeg's v360 filter: the left
   * circle faces back, the right one front, and the distance from its centre is proportional to the angle.
   */
  #inLenses(x: number, y: number, z: number): Region {
    const { front, back } = this.#view.picture.lenses;
    const reach = Math.sqrt(x * x + y * y);
    const angle = Math.atan2(reach, -z);
    const scale = 1 / (this.#reach * Math.max(reach, 1e-6));
    const behind = (Math.PI - angle) * scale;
    // How far the direction is on the front lens's side of the seam.
    const before = Math.PI / 2 - angle;
    if (before <= -this.#fade) {
      this.#show(back.x - x * behind * back.rx, back.y - y * behind * back.ry);
      return Region.BACK;
    }
    const region = before < this.#fade ? Region.BOTH : Region.FRONT;
    if (region === Region.BOTH) {
      this.#show(back.x - x * behind * back.rx, back.y - y * behind * back.ry);
      this.backX = this.x;
      this.backY = this.y;
      const near = (before + this.#fade) / (2 * this.#fade);
      this.frontShare = near * near * (3 - 2 * near);
    }
    const ahead = angle * scale;
    this.#show(front.x + x * ahead * front.rx, front.y - y * ahead * front.ry);
    return region;
  }

  #show(x: number, y: number): void {
    this.x = x * this.#toX[0] + y * this.#toX[1] + this.#toX[2];
    this.y = x * this.#toY[0] + y * this.#toY[1] + this.#toY[2];
  }
}

/** The smallest and largest value for points whose coordinates are both 0 to 1. */
function ends([ofX, ofY, start]: readonly [number, number, number]): [number, number] {
  const end = start + ofX + ofY;
  return [Math.min(start, end), Math.max(start, end)];
}
