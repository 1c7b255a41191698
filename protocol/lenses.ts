/** Separate from the camera's schema, so that rendering needs no zod. */

/**
 * One lens's circle: its centre, and its radius along each axis, as shares of the picture's width and height, from the
 * top left corner. ffmpeg cuts its box out with `crop=2*rx*iw:2*ry*ih:(x-rx)*iw:(y-ry)*ih`. With two radii, it stays a
 * circle in a picture of any shape, without knowing that shape.
 */
export type LensCircle = { x: number; y: number; rx: number; ry: number };

/**
 * The lenses of a dual fisheye camera. In a circle, the distance from the centre is proportional to the angle from the
 * lens's axis: the layout of `dfisheye` in ffmpeg's `v360`.
 */
export type Lenses = {
  /** The left circle. */
  back: LensCircle;
  /** The right circle. */
  front: LensCircle;
  /** Degrees across a circle: ffmpeg's `ih_fov` and `iv_fov`. */
  fov: number;
  /**
   * Degrees in which one lens fades into the other, around the seam midway between them; at most their overlap is
   * blended.
   */
  blend: number;
};

/** With less than 180° there would be directions that neither lens sees. */
export const LENS_FOV = { min: 180, max: 240 } as const;
export const MAX_BLEND = LENS_FOV.max - 180;
/** Radii of a circle, as shares of the picture's width and height. */
export const RADIUS = { rx: { min: 0.05, max: 0.5 }, ry: { min: 0.05, max: 1 } } as const;

/** Each circle fills its half, and lenses are blended wherever both see: the default for a camera without `lenses`. */
export const USUAL_LENSES: Lenses = {
  back: { x: 0.25, y: 0.5, rx: 0.25, ry: 0.5 },
  front: { x: 0.75, y: 0.5, rx: 0.25, ry: 0.5 },
  fov: 190,
  blend: 10,
};
