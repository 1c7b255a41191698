/** The sky an hour before dusk, and aerial perspective. Colours are linear RGB radiance. */
import { fractal, mix, smoothstep } from './noise.ts';

export type Colour = readonly [number, number, number];
export type Direction = readonly [number, number, number];

/** Radians clockwise from +z; slightly right of the picture's left edge, which pages show first. */
export const SUN_AZIMUTH = 2 * Math.PI * 0.13;
const SUN_ELEVATION = (7.5 * Math.PI) / 180;

export const SUN: Direction = [
  Math.cos(SUN_ELEVATION) * Math.sin(SUN_AZIMUTH),
  Math.sin(SUN_ELEVATION),
  Math.cos(SUN_ELEVATION) * Math.cos(SUN_AZIMUTH),
];
export const SUNLIGHT: Colour = [3.1, 1.75, 0.95];
export const SKYLIGHT: Colour = [0.3, 0.4, 0.62];

const CLOUD_HEIGHT = 2600;

export function blend(a: Colour, b: Colour, t: number): Colour {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}

/** Cosine of the angle to the sun, 0 if behind. */
function towardsSun([x, y, z]: Direction): number {
  return Math.max(0, x * SUN[0] + y * SUN[1] + z * SUN[2]);
}

export function skyAt(direction: Direction): Colour {
  const up = Math.max(0, direction[1]);
  const sun = towardsSun(direction);
  const side = 0.5 + 0.5 * (direction[0] * Math.sin(SUN_AZIMUTH) + direction[2] * Math.cos(SUN_AZIMUTH));
  // Away from the sun the horizon is violet, towards it coral; higher up both become blue.
  const horizon = blend([0.42, 0.36, 0.5], [1.5, 0.56, 0.3], side ** 2.2);
  const zenith = blend([0.06, 0.13, 0.31], [0.1, 0.2, 0.42], side);
  const middle = blend([0.28, 0.33, 0.52], [0.86, 0.58, 0.5], side ** 2.2);
  let colour = blend(horizon, middle, smoothstep(0, 0.2, up));
  colour = blend(colour, zenith, smoothstep(0.08, 0.75, up));
  const glow = 0.22 * sun ** 6 + 0.7 * sun ** 48 + 3 * sun ** 900 + 60 * smoothstep(0.99986, 0.99993, sun);
  colour = [colour[0] + glow, colour[1] + glow * 0.46, colour[2] + glow * 0.19];
  return up > 0.015 ? withClouds(colour, direction, sun, side) : colour;
}

function withClouds(sky: Colour, [dx, dy, dz]: Direction, sun: number, side: number): Colour {
  const scale = CLOUD_HEIGHT / dy / 5200;
  const [x, y] = [dx * scale, dz * scale];
  const warp = fractal(x * 0.9 + 3, y * 0.9 + 7, 3);
  // Long streaks across the wind.
  const density = fractal(x * 0.62 + warp * 1.1 + 11, y * 1.5 + warp * 0.8 + 2, 7);
  const cover = smoothstep(0.47, 0.74, density) * smoothstep(0.015, 0.13, dy) * 0.85;
  if (cover <= 0) return sky;
  const thick = smoothstep(0.5, 0.8, density);
  const lit = blend([0.78, 0.58, 0.62], [1.65, 0.8, 0.55], side ** 1.3);
  const shaded = blend([0.3, 0.3, 0.45], [0.62, 0.44, 0.5], side);
  const cloud = blend(lit, shaded, thick * 0.75);
  const rim = 1.2 * sun ** 12 * (1 - thick);
  return blend(sky, [cloud[0] + rim, cloud[1] + rim * 0.6, cloud[2] + rim * 0.35], cover);
}

/** Aerial perspective for a colour `distance` metres away and `height` metres up. */
export function throughAir(colour: Colour, distance: number, height: number, direction: Direction): Colour {
  const sun = towardsSun(direction);
  const thin = Math.exp(-Math.max(0, height) / 1500);
  const haze = 1 - Math.exp(-((distance / 10_500) ** 1.15) * (0.35 + 0.9 * thin));
  const side = 0.5 + 0.5 * (direction[0] * Math.sin(SUN_AZIMUTH) + direction[2] * Math.cos(SUN_AZIMUTH));
  const air = blend([0.33, 0.36, 0.54], [1.02, 0.52, 0.36], side ** 2.2);
  const glow = 0.3 * sun ** 14;
  return blend(colour, [air[0] + glow, air[1] + glow * 0.55, air[2] + glow * 0.28], haze);
}
