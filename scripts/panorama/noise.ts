/** Smooth deterministic noise over the plane. */

const SIZE = 256;
const lattice = makeLattice(360_360);

function makeLattice(seed: number): Float32Array {
  const values = new Float32Array(SIZE * SIZE);
  let state = seed;
  for (let i = 0; i < values.length; i++) {
    // xorshift32: https://www.jstatsoft.org/article/view/v008i14
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    values[i] = (state >>> 0) / 0xffffffff;
  }
  return values;
}

function at(x: number, y: number): number {
  return lattice[(y & (SIZE - 1)) * SIZE + (x & (SIZE - 1))] ?? 0;
}

/** A value from 0 to 1 and its derivatives. */
export type Sample = { value: number; dx: number; dy: number };

/** Value noise with derivatives, after https://iquilezles.org/articles/morenoise/. */
export function noise(x: number, y: number): Sample {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const du = 30 * fx * fx * (fx * (fx - 2) + 1);
  const dv = 30 * fy * fy * (fy * (fy - 2) + 1);
  const a = at(ix, iy);
  const b = at(ix + 1, iy);
  const c = at(ix, iy + 1);
  const k = a - b - c + at(ix + 1, iy + 1);
  return {
    value: a + (b - a) * u + (c - a) * v + k * u * v,
    dx: du * (b - a + k * v),
    dy: dv * (c - a + k * u),
  };
}

/** Octaves of noise, each with half the amplitude and twice the frequency, and rotated; about 0 to 1. */
export function fractal(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x, y).value;
    [x, y] = [1.6 * x - 1.2 * y + 17.3, 1.2 * x + 1.6 * y + 5.1];
    weight /= 2;
  }
  return sum;
}

/** Like `fractal`, but damped on slopes, which imitates erosion: ridges and gullies. */
export function eroded(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let slopeX = 0;
  let slopeY = 0;
  for (let i = 0; i < octaves; i++) {
    const { value, dx, dy } = noise(x, y);
    slopeX += dx;
    slopeY += dy;
    sum += (weight * value) / (1 + slopeX * slopeX + slopeY * slopeY);
    [x, y] = [1.6 * x - 1.2 * y + 17.3, 1.2 * x + 1.6 * y + 5.1];
    weight /= 2;
  }
  return sum;
}

export function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}
