/** The terrain: a lake in a valley, woods, and mountains all around. In metres; y is up, the lake is at 0. */
import { eroded, fractal, mix, noise, smoothstep } from './noise.ts';
import { SUN_AZIMUTH } from './sky.ts';

const CELL = 8;
const CELLS = 3072;
const REACH = (CELL * CELLS) / 2;
export const VIEW_DISTANCE = REACH - CELL;

const TREE_CELL = 7;
export const TREE_HEIGHT = 17;

const heights = bake();

function bake(): Float32Array {
  const grid = new Float32Array(CELLS * CELLS);
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      grid[row * CELLS + column] = landform(column * CELL - REACH, row * CELL - REACH);
    }
  }
  return grid;
}

function landform(x: number, z: number): number {
  const distance = Math.hypot(x, z);
  const azimuth = Math.atan2(x, z);
  let off = Math.abs(azimuth - SUN_AZIMUTH);
  if (off > Math.PI) off = 2 * Math.PI - off;
  // The valley opens towards the sun, so that its light reaches the camera.
  const wall = 1 - 0.8 * Math.exp(-((off / 0.5) ** 2));
  const rise = smoothstep(900, 5400, distance + 1500 * (fractal(x / 2100 + 9, z / 2100 + 4, 3) - 0.45));
  const raised = rise * wall * 4700 * eroded(x / 3300 + 31.7, z / 3300 + 11.2, 10);
  // Limits the height, so that peaks do not become needles.
  const mountains = raised / (1 + (raised / 3600) ** 2);
  const hills = (30 + 0.07 * distance) * (fractal(x / 420 + 3, z / 420 + 8, 8) - 0.4) * (0.35 + 0.65 * wall);
  // The lake: a long basin around the camera that follows the valley.
  const along = x * Math.sin(SUN_AZIMUTH) + z * Math.cos(SUN_AZIMUTH);
  const across = x * Math.cos(SUN_AZIMUTH) - z * Math.sin(SUN_AZIMUTH);
  const shore = 1 + 1.1 * (fractal(x / 330, z / 330, 7) - 0.5);
  const basin = Math.hypot((along - 1150) / 1900, (across + 60) / (560 + along * 0.12)) * shore;
  return mix(-14, 7 + hills + mountains, smoothstep(0.86, 1.1, basin));
}

/** Ground level without trees. */
export function groundAt(x: number, z: number): number {
  const column = (x + REACH) / CELL;
  const row = (z + REACH) / CELL;
  const left = Math.floor(column);
  const top = Math.floor(row);
  if (left < 0 || top < 0 || left >= CELLS - 1 || top >= CELLS - 1) return 0;
  const i = top * CELLS + left;
  const u = column - left;
  const upper = mix(heights[i] ?? 0, heights[i + 1] ?? 0, u);
  return mix(upper, mix(heights[i + CELLS] ?? 0, heights[i + CELLS + 1] ?? 0, u), row - top);
}

/** Density of the woods, 0 to 1. */
export function woodsAt(x: number, z: number, ground: number): number {
  if (ground < 0.8 || ground > 980) return 0;
  const patches = fractal(x / 260 + 40, z / 260 + 70, 4) + 0.12 * smoothstep(300, 2500, Math.hypot(x, z));
  return smoothstep(0.33, 0.43, patches) * smoothstep(0.8, 2.5, ground) * (1 - smoothstep(620, 980, ground));
}

/** Height of trees above the ground: one cone per cell of a jittered grid. */
export function treesAt(x: number, z: number, ground: number): number {
  const woods = woodsAt(x, z, ground);
  if (woods <= 0) return 0;
  const column = Math.floor(x / TREE_CELL);
  const row = Math.floor(z / TREE_CELL);
  let highest = 0;
  for (let dz = -1; dz <= 1; dz++) {
    for (let dx = -1; dx <= 1; dx++) {
      const [cx, cz] = [column + dx, row + dz];
      const chance = noise(cx * 0.731 + 0.5, cz * 0.877 + 0.5).value;
      if (chance > 0.25 + 0.75 * woods) continue;
      const height = TREE_HEIGHT * (0.5 + 0.5 * noise(cx * 1.37 + 9.5, cz * 1.13 + 3.5).value) * woods;
      const tx = (cx + 0.5 + 0.7 * (noise(cx * 2.1 + 5.5, cz * 1.7).value - 0.5)) * TREE_CELL;
      const tz = (cz + 0.5 + 0.7 * (noise(cx * 1.9, cz * 2.3 + 7.5).value - 0.5)) * TREE_CELL;
      const radius = height * 0.24;
      const apart = Math.hypot(x - tx, z - tz);
      if (apart < radius) highest = Math.max(highest, height * (1 - apart / radius));
    }
  }
  return highest;
}
