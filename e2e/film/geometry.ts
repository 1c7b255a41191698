/**
 * The direction of each point of a 360° picture, implemented independently of the product's shader so that one verifies
 * the other.
 *
 * Directions are unit vectors from the camera: x right, y up, z front. Points of a picture are `u` from its left edge
 * and `v` from its top edge, both 0 to 1.
 */
export type Direction = readonly [x: number, y: number, z: number];
export type PicturePoint = readonly [u: number, v: number];
export type FilmProjection = 'equirectangular' | 'dual-fisheye';

/** Centre and radii, as fractions of the picture's width and height. */
type Circle = { x: number; y: number; rx: number; ry: number };
export type Circles = { back: Circle; front: Circle };

const FILLING: Circles = {
  back: { x: 0.25, y: 0.5, rx: 0.25, ry: 0.5 },
  front: { x: 0.75, y: 0.5, rx: 0.25, ry: 0.5 },
};

/** Field of view of each lens of the dual fisheye film in degrees, as of common cameras. */
const FISHEYE_DEGREES = 190;

const radians = Math.PI / 180;

/** Yaw is positive to the right, pitch is positive up, both in degrees. */
export function directionOf(yaw: number, pitch: number): Direction {
  const level = Math.cos(pitch * radians);
  return [Math.sin(yaw * radians) * level, Math.sin(pitch * radians), Math.cos(yaw * radians) * level];
}

export function degreesBetween(a: Direction, b: Direction): number {
  const cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return Math.acos(Math.min(1, Math.max(-1, cosine))) / radians;
}

/** The direction of a point; null where the picture is empty, outside the circles of a dual fisheye picture. */
export function directionAt(
  projection: FilmProjection,
  [u, v]: PicturePoint,
  circles = FILLING,
): Direction | null {
  return projection === 'equirectangular'
    ? directionOf((u - 0.5) * 360, (0.5 - v) * 180)
    : fisheyeDirection(u, v, circles);
}

/** The point of an equirectangular picture for a direction. */
export function equirectangularPoint([x, y, z]: Direction): PicturePoint {
  return [0.5 + Math.atan2(x, z) / (2 * Math.PI), 0.5 - Math.asin(y) / Math.PI];
}

/**
 * Two circles side by side: the left one faces back, the right one front, both upright and with the angle proportional to
 * the distance from the centre. The layout of `dfisheye` in ffmpeg's v360 filter, where each fills its half.
 */
function fisheyeDirection(u: number, v: number, { back, front }: Circles): Direction | null {
  const isFront = u >= 0.5;
  const { x, y, rx, ry } = isFront ? front : back;
  const across = (u - x) / rx;
  const up = (y - v) / ry;
  const radius = Math.hypot(across, up);
  if (radius > 1) return null;
  const angle = (radius * FISHEYE_DEGREES * radians) / 2;
  const reach = radius > 0 ? Math.sin(angle) / radius : 0;
  const side = isFront ? 1 : -1;
  return [side * across * reach, up * reach, side * Math.cos(angle)];
}
