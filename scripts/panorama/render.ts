/** Ray casting: the light along a ray from the camera. */
import { fractal, mix, noise, smoothstep } from './noise.ts';
import { blend, type Colour, type Direction, SKYLIGHT, SUN, SUNLIGHT, skyAt, throughAir } from './sky.ts';
import { groundAt, TREE_HEIGHT, treesAt, VIEW_DISTANCE, woodsAt } from './terrain.ts';

type Point = readonly [number, number, number];
const NOTHING = -1;

/** Surface of the land; under water, the lake's bed. */
function surfaceAt(x: number, y: number, z: number, fine: boolean): number {
  const ground = groundAt(x, z);
  if (!fine || y > ground + TREE_HEIGHT) return ground;
  return ground + treesAt(x, z, ground);
}

/** Distance at which the ray meets land, or NOTHING. */
function march(
  [ox, oy, oz]: Point,
  [dx, dy, dz]: Direction,
  from: number,
  to: number,
  fine: boolean,
): number {
  let distance = from;
  let step = 1;
  while (distance < to) {
    const x = ox + dx * distance;
    const y = oy + dy * distance;
    const z = oz + dz * distance;
    if (y > 3400 && dy > 0) return NOTHING;
    const above = y - surfaceAt(x, y, z, fine && distance < 6000);
    if (above < 0) return refine([ox, oy, oz], [dx, dy, dz], distance - step, distance, fine);
    const bound = above > TREE_HEIGHT ? (above - TREE_HEIGHT) * 0.45 : 0;
    step = Math.max(bound, fine ? 0.0011 * distance + 0.12 : 0.006 * distance + 4);
    distance += step;
  }
  return NOTHING;
}

function refine(o: Point, d: Direction, from: number, to: number, fine: boolean): number {
  let [near, far] = [from, to];
  for (let i = 0; i < 8; i++) {
    const middle = (near + far) / 2;
    const y = o[1] + d[1] * middle;
    const under = y < surfaceAt(o[0] + d[0] * middle, y, o[2] + d[2] * middle, fine);
    if (under) far = middle;
    else near = middle;
  }
  return (near + far) / 2;
}

function sunlit(x: number, y: number, z: number): number {
  let light = 1;
  let distance = 12;
  while (distance < 7000 && light > 0.02) {
    const py = y + SUN[1] * distance;
    if (py > 3000) break;
    const above = py - groundAt(x + SUN[0] * distance, z + SUN[2] * distance);
    light = Math.min(light, 0.5 + (9 * above) / distance);
    distance += Math.max(10, above * 0.6, distance * 0.03);
  }
  return smoothstep(0, 1, light);
}

function normalAt(x: number, z: number, reach: number): Direction {
  const left = groundAt(x - reach, z);
  const near = groundAt(x, z - reach);
  const dx = left - groundAt(x + reach, z);
  const dz = near - groundAt(x, z + reach);
  const length = Math.hypot(dx, 2 * reach, dz);
  return [dx / length, (2 * reach) / length, dz / length];
}

function land(o: Point, d: Direction, distance: number): Colour {
  const x = o[0] + d[0] * distance;
  const y = o[1] + d[1] * distance;
  const z = o[2] + d[2] * distance;
  const ground = groundAt(x, z);
  const tree = distance < 6000 ? y - ground : 0;
  const [nx, ny, nz] = normalAt(x, z, Math.max(6, distance * 0.002));
  const rough = fractal(x / 14, z / 14, 4) - 0.47;
  const patch = fractal(x / 75 + 20, z / 75 + 30, 4);

  const grass = blend([0.13, 0.115, 0.035], [0.085, 0.1, 0.04], smoothstep(0.4, 0.56, patch));
  const rock = blend([0.2, 0.17, 0.15], [0.12, 0.11, 0.11], smoothstep(0.35, 0.6, patch));
  let albedo = blend(grass, rock, smoothstep(0.83, 0.66, ny + rough * 0.25));
  albedo = blend(albedo, rock, smoothstep(900, 1250, ground + rough * 500) * 0.85);
  const snow =
    smoothstep(1120, 1420, ground + 700 * (patch - 0.47)) * smoothstep(0.52, 0.72, ny + rough * 0.2);
  albedo = blend(albedo, [0.82, 0.84, 0.9], snow);
  albedo = blend(albedo, [0.3, 0.25, 0.19], smoothstep(1.3, 0.3, ground) * 0.7);
  const woods = woodsAt(x, z, ground);
  albedo = blend(albedo, [0.028, 0.045, 0.026], woods * (tree > 0.4 ? 1 : 0.85));

  const facing = Math.max(0, nx * SUN[0] + ny * SUN[1] + nz * SUN[2] + rough * 0.35);
  const crown = tree > 0.4 ? 0.35 + 0.65 * (tree / TREE_HEIGHT) : 1;
  const sun = facing * sunlit(x, Math.max(y, ground) + 1, z) * crown;
  const sky = (0.45 + 0.55 * ny) * (1 + rough * 0.6) * crown;
  const bounce = 0.12 * Math.max(0, -(nx * SUN[0] + nz * SUN[2]));
  const lit: Colour = [
    albedo[0] * (SUNLIGHT[0] * (sun + bounce) + SKYLIGHT[0] * sky),
    albedo[1] * (SUNLIGHT[1] * (sun + bounce) + SKYLIGHT[1] * sky),
    albedo[2] * (SUNLIGHT[2] * (sun + bounce) + SKYLIGHT[2] * sky),
  ];
  return throughAir(lit, distance, y, d);
}

function water(o: Point, d: Direction, distance: number): Colour {
  const x = o[0] + d[0] * distance;
  const z = o[2] + d[2] * distance;
  // Ripples, smoothed out with distance.
  const wind = 0.02 + 0.05 * smoothstep(0.4, 0.62, fractal(x / 190 + 5, z / 190 + 1, 4));
  const fade = wind / (1 + distance / 900);
  const a = noise(x / 2.6, z / 1.5);
  const b = noise(x / 0.8 + 9, z / 0.55 + 4);
  const nx = (a.dx + 0.6 * b.dx) * fade;
  const nz = (a.dy + 0.6 * b.dy) * fade;
  const length = Math.hypot(nx, 1, nz);
  const n: Direction = [nx / length, 1 / length, nz / length];
  const dot = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
  const r: Direction = [d[0] - 2 * dot * n[0], Math.abs(d[1] - 2 * dot * n[1]), d[2] - 2 * dot * n[2]];
  const from: Point = [x, 0.05, z];
  const hit = march(from, r, 2, VIEW_DISTANCE, false);
  const mirrored = hit === NOTHING ? skyAt(r) : land(from, r, hit);
  const fresnel = 0.02 + 0.98 * (1 - Math.min(1, Math.abs(dot))) ** 5;
  const depth: Colour = [0.018, 0.035, 0.05];
  return throughAir(blend(depth, mirrored, mix(0.18, 0.96, fresnel)), distance, 0, d);
}

/** Light that arrives at point `o` from direction `d`. */
export function lightFrom(o: Point, d: Direction): Colour {
  const toWater = d[1] < 0 ? -o[1] / d[1] : Number.POSITIVE_INFINITY;
  const hit = march(o, d, 3, Math.min(VIEW_DISTANCE, toWater + 1), true);
  if (hit !== NOTHING && hit < toWater) return land(o, d, hit);
  return toWater < VIEW_DISTANCE ? water(o, d, toWater) : skyAt(d);
}
