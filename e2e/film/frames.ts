import {
  type Circles,
  type Direction,
  degreesBetween,
  directionAt,
  directionOf,
  type FilmProjection,
} from './geometry.ts';
import { MARK_DEGREES, MARK_ORBIT_DEGREES, PATCH_DEGREES, PATCHES, type Patch, toYuv } from './patches.ts';

export type FilmShape = {
  projection: FilmProjection;
  width: number;
  height: number;
  /** Circles of a dual fisheye film; by default each fills its half. */
  circles?: Circles;
};

/** Number of steps in a circle, for the sine table. */
const STEPS = 256;
const WAVE_HEIGHT = 14;
const WAVE = Float32Array.from({ length: STEPS }, (_, step) => Math.sin((step / STEPS) * 2 * Math.PI));
const MARK_LUMA = 225;
const BLACK_LUMA = 16;
/** Half the mark's width in steps along its orbit. */
const MARK_STEPS = ((MARK_DEGREES / Math.sin((MARK_ORBIT_DEGREES * Math.PI) / 180)) * STEPS) / 360;

/**
 * Renders the frames of a film. Static parts are computed once. The two waves that move through the background and the
 * marks take one table look-up per pixel, so that a film of 3840×1920 is made in seconds.
 */
export function createFramePainter({ projection, width, height, circles }: FilmShape) {
  const pixels = width * height;
  const luma = new Float32Array(pixels);
  const slowPhase = new Uint8Array(pixels);
  const fastPhase = new Uint8Array(pixels);
  const waving = new Uint8Array(pixels);
  const orbit: { pixel: number; step: number }[] = [];

  for (let row = 0, pixel = 0; row < height; row++) {
    for (let column = 0; column < width; column++, pixel++) {
      const direction = directionAt(projection, [(column + 0.5) / width, (row + 0.5) / height], circles);
      const patch = direction && patchNear(direction);
      if (!direction) {
        luma[pixel] = BLACK_LUMA;
      } else if (patch && patch.degrees <= PATCH_DEGREES) {
        luma[pixel] = toYuv(patch.patch.colour)[0];
      } else {
        waving[pixel] = 1;
        luma[pixel] = backgroundLuma(direction);
        slowPhase[pixel] = wrapStep(STEPS * (4 * direction[0] + 3 * direction[1] * direction[2]));
        fastPhase[pixel] = wrapStep(STEPS * 11 * (direction[1] - 0.8 * direction[2] + 0.5 * direction[0]));
        if (patch && Math.abs(patch.degrees - MARK_ORBIT_DEGREES) <= MARK_DEGREES)
          orbit.push({ pixel, step: orbitStep(patch.patch, direction) });
      }
    }
  }
  const chroma = paintChroma({ projection, width, height, circles });

  /** Writes I420 into `frame`; `progress` is 0 at the film's start and 1 where it loops. */
  return (progress: number, frame: Uint8Array): void => {
    const slow = Math.round(progress * STEPS);
    const fast = slow * 2;
    for (let pixel = 0; pixel < pixels; pixel++) {
      const still = luma[pixel] ?? 0;
      const wave =
        (WAVE[((slowPhase[pixel] ?? 0) + slow) % STEPS] ?? 0) +
        (WAVE[((fastPhase[pixel] ?? 0) + fast) % STEPS] ?? 0);
      frame[pixel] = waving[pixel] ? still + WAVE_HEIGHT * wave : still;
    }
    for (const { pixel, step } of orbit) {
      const away = Math.abs(wrapStep(step - slow + STEPS / 2) - STEPS / 2);
      if (away <= MARK_STEPS) frame[pixel] = MARK_LUMA;
    }
    frame.set(chroma, pixels);
  };
}

/** Paints the U plane followed by the V plane; they do not change. */
function paintChroma({ projection, width, height, circles }: FilmShape): Uint8Array {
  const columns = width / 2;
  const size = columns * (height / 2);
  const planes = new Uint8Array(2 * size).fill(128);
  for (let pixel = 0; pixel < size; pixel++) {
    const column = pixel % columns;
    const row = Math.floor(pixel / columns);
    const direction = directionAt(
      projection,
      [(column + 0.5) / columns, ((row + 0.5) / height) * 2],
      circles,
    );
    if (!direction) continue;
    const patch = patchNear(direction);
    const [, u, v] =
      patch.degrees <= PATCH_DEGREES ? toYuv(patch.patch.colour) : [0, ...backgroundChroma(direction)];
    planes[pixel] = u;
    planes[size + pixel] = v;
  }
  return planes;
}

function patchNear(direction: Direction): { patch: Patch; degrees: number } {
  const [first, ...others] = PATCHES.map((patch) => ({
    patch,
    degrees: degreesBetween(direction, patch.direction),
  }));
  if (!first) throw new Error('A film needs patches');
  return others.reduce((nearest, other) => (other.degrees < nearest.degrees ? other : nearest), first);
}

/** A slow gradient with thin lines every 15 degrees, which reveal a shift of one pixel. */
function backgroundLuma([x, y, z]: Direction): number {
  const longitude = (Math.atan2(x, z) * 180) / Math.PI;
  const latitude = (Math.asin(y) * 180) / Math.PI;
  const onMeridian = fromGrid(longitude, 15) * Math.cos((latitude * Math.PI) / 180) < 0.35;
  const onParallel = fromGrid(latitude, 15) < 0.35;
  return 110 + 25 * y + 12 * Math.sin(3 * x + 2 * z) + (onMeridian || onParallel ? 30 : 0);
}

function backgroundChroma([x, y, z]: Direction): [u: number, v: number] {
  return [Math.round(128 + 14 * y + 6 * x), Math.round(128 - 10 * y + 8 * z)];
}

function fromGrid(degrees: number, spacing: number): number {
  return Math.abs(degrees - Math.round(degrees / spacing) * spacing);
}

/** The position of a direction along the orbit of its patch, in steps. */
function orbitStep(patch: Patch, direction: Direction): number {
  const right = directionOf(patch.yaw + 90, 0);
  const up = directionOf(patch.yaw, patch.pitch + 90);
  const across = right[0] * direction[0] + right[1] * direction[1] + right[2] * direction[2];
  const upwards = up[0] * direction[0] + up[1] * direction[1] + up[2] * direction[2];
  return wrapStep((Math.atan2(across, upwards) / (2 * Math.PI)) * STEPS);
}

function wrapStep(step: number): number {
  return ((Math.round(step) % STEPS) + STEPS) % STEPS;
}
