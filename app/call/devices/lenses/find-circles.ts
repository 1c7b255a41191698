import type { LensCircle } from '#protocol/lenses.ts';
import { rounded } from './circle.ts';
import { type Circle, fitCircle, isOn, type Point } from './fit-circle.ts';

/** Why nothing was found: the picture is too dark to tell it from its border, or there are no two circles. */
export type NotFound = 'dark' | 'none';
export type Found = { back: LensCircle; front: LensCircle };

const RAYS = 240;
/** Pixels of a ray that are averaged against noise. */
const SPAN = 5;
/** Brightnesses are out of 255. */
const BRIGHTEST_BORDER = 48;
/** Minimum contrast of an edge's inside to the border, in brightness and in deviations of the border's noise. */
const CONTRAST = 14;
const DEVIATIONS = 2;
/** Minimum share of a half that must exceed this contrast; below it the half is too dark. */
const LIT = 0.02;
/** Minimum share of the rays that meet the circle's edge, and the widest gap between them. */
const ENOUGH = 0.3;
const WIDEST_GAP = 0.6;
/** Bounds of circles, as shares of half the width of their half: radii, and distance from the centre. */
const RADII = { min: 0.55, max: 1.25 };
const FARTHEST = 0.3;
/** Both lenses are alike: their radii may differ by this share. */
const ALIKE = 0.1;

/**
 * Finds the circles of a dual fisheye picture by their edges: where rays from the centre of each half meet the dark
 * border. Where the picture itself is dark, its edges lie inside the circle and do not agree on another one.
 */
export function findCircles(picture: Pick<ImageData, 'data' | 'width' | 'height'>): Found | NotFound {
  const { width, height } = picture;
  const luma = lumaOf(picture);
  const middle = Math.floor(width / 2);
  const back = circleIn({ luma, width, left: 0, right: middle, height });
  const front = circleIn({ luma, width, left: middle, right: 2 * middle, height });
  if (back === 'dark' || front === 'dark') return 'dark';
  if (back === 'none' || front === 'none') return 'none';
  if (Math.abs(back.radius - front.radius) > ALIKE * back.radius) return 'none';
  const shares = ({ x, y, radius }: Circle): LensCircle => ({
    x: rounded(x / width),
    y: rounded(y / height),
    rx: rounded(radius / width),
    ry: rounded(radius / height),
  });
  return { back: shares(back), front: shares(front) };
}

function lumaOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Float32Array {
  const luma = new Float32Array(width * height);
  for (let pixel = 0; pixel < luma.length; pixel++) {
    const [red = 0, green = 0, blue = 0] = [data[4 * pixel], data[4 * pixel + 1], data[4 * pixel + 2]];
    luma[pixel] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return luma;
}

/** The part of a picture with one circle, in pixels. */
type Half = { luma: Float32Array; width: number; left: number; right: number; height: number };

function circleIn(half: Half): Circle | NotFound {
  const border = borderOf(half);
  if (border.level > BRIGHTEST_BORDER) return 'none';
  const threshold = border.level + Math.max(CONTRAST, DEVIATIONS * border.deviation);
  if (litShare(half, threshold) < LIT) return 'dark';
  const edges = edgesOf(half, threshold, border.level);
  const points = edges.filter((edge) => edge !== null);
  const circle = fitCircle(points, (found) => isUsual(found, half));
  if (!circle) return 'none';
  const met = edges.map((edge) => edge !== null && isOn(circle, edge));
  const isSure = met.filter(Boolean).length >= ENOUGH * RAYS && widestGap(met) <= WIDEST_GAP * RAYS;
  return isSure ? circle : 'none';
}

function isUsual({ x, y, radius }: Circle, { left, right, height }: Half): boolean {
  const usual = (right - left) / 2;
  const away = Math.hypot(x - (left + right) / 2, y - height / 2);
  return radius > RADII.min * usual && radius < RADII.max * usual && away < FARTHEST * usual;
}

/** Level and noise of the darkest corner, outside any circle; others may be lit by stray light. */
function borderOf({ luma, width, left, right, height }: Half): { level: number; deviation: number } {
  const side = Math.max(4, Math.floor((right - left) / 24));
  const corners = [left, right - side].flatMap((x) => [0, height - side].map((y) => ({ x, y })));
  const measured = corners.map((corner) => {
    let [sum, squares] = [0, 0];
    for (let y = corner.y; y < corner.y + side; y++)
      for (let x = corner.x; x < corner.x + side; x++) {
        const value = luma[y * width + x] ?? 0;
        sum += value;
        squares += value * value;
      }
    const level = sum / side ** 2;
    return { level, deviation: Math.sqrt(Math.max(0, squares / side ** 2 - level ** 2)) };
  });
  return measured.reduce((darkest, other) => (other.level < darkest.level ? other : darkest));
}

function litShare({ luma, width, left, right, height }: Half, threshold: number): number {
  let lit = 0;
  for (let y = 0; y < height; y++)
    for (let x = left; x < right; x++) if ((luma[y * width + x] ?? 0) > threshold) lit++;
  return lit / ((right - left) * height);
}

/** For each ray the position of its outermost edge, at most the end of the half; null if the whole ray is dark. */
function edgesOf(half: Half, threshold: number, border: number): (Point | null)[] {
  const middle = { x: (half.left + half.right) / 2, y: half.height / 2 };
  return Array.from({ length: RAYS }, (_, ray) => {
    const angle = (2 * Math.PI * ray) / RAYS;
    const [across, down] = [Math.cos(angle), Math.sin(angle)];
    const distance = outermostEdge(alongRay(half, middle, across, down), threshold, border);
    return distance === null ? null : { x: middle.x + across * distance, y: middle.y + down * distance };
  });
}

/** Brightness along a ray, one value per pixel, to the half's end. */
function alongRay(
  { luma, width, left, right, height }: Half,
  from: Point,
  across: number,
  down: number,
): number[] {
  const values: number[] = [];
  for (let distance = 0; ; distance++) {
    const x = Math.floor(from.x + across * distance);
    const y = Math.floor(from.y + down * distance);
    if (x < left || x >= right || y < 0 || y >= height) return values;
    values.push(luma[y * width + x] ?? 0);
  }
}

/** Distance from the ray's start, in pixels, at which half of the inside's brightness is reached. */
function outermostEdge(along: readonly number[], threshold: number, border: number): number | null {
  const mean = (start: number) =>
    along.slice(start, start + SPAN).reduce((sum, value) => sum + value, 0) / SPAN;
  let start = along.length - SPAN;
  while (start >= 0 && mean(start) <= threshold) start--;
  if (start < 0) return null;
  // An edge is blurred: the full brightness is somewhat further inside.
  const inside = mean(Math.max(0, start - SPAN));
  const level = (Math.max(inside, threshold) + border) / 2;
  let last = start + SPAN - 1;
  while (last > 0 && (along[last] ?? 0) < level) last--;
  const [at = 0, next = 0] = [along[last], along[last + 1]];
  return last + (at > next ? Math.min(1, (at - level) / (at - next)) : 0.5);
}

/** The most consecutive rays, all around, that do not meet the circle. */
function widestGap(met: readonly boolean[]): number {
  let [gap, widest] = [0, 0];
  for (const isMet of [...met, ...met]) {
    gap = isMet ? 0 : gap + 1;
    widest = Math.max(widest, gap);
  }
  return widest;
}
