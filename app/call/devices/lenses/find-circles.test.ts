import { expect, test } from 'vitest';
import type { LensCircle } from '#protocol/lenses.ts';
import { findCircles } from './find-circles.ts';

const [WIDTH, HEIGHT] = [960, 480];

/** In pixels. */
type Drawn = { x: number; y: number; radius: number };
type Scene = {
  back: Drawn | null;
  front: Drawn | null;
  /** Brightness of the picture, for `u` and `v` from −1 to 1 across its circle. */
  inside?: (u: number, v: number) => number;
  border?: number;
  /** The most by which noise changes a pixel. */
  noise?: number;
  height?: number;
};

const even = { back: { x: 240, y: 240, radius: 232 }, front: { x: 720, y: 240, radius: 232 } };
const off = { back: { x: 262, y: 221, radius: 205 }, front: { x: 697, y: 262, radius: 210 } };

/** Detail everywhere. */
const lively = (u: number, v: number) => 120 + 60 * Math.sin(9 * u + 4 * v) * Math.cos(7 * v);

function draw({ back, front, inside = lively, border = 3, noise = 0, height = HEIGHT }: Scene) {
  const data = new Uint8ClampedArray(WIDTH * height * 4).fill(255);
  let seed = 7;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < WIDTH; x++) {
      let level = border;
      const circle = x < WIDTH / 2 ? back : front;
      if (circle) {
        const [u, v] = [(x + 0.5 - circle.x) / circle.radius, (y + 0.5 - circle.y) / circle.radius];
        // Lenses blur their edge over some pixels.
        const share = Math.min(1, Math.max(0, ((1 - Math.hypot(u, v)) * circle.radius) / 3 + 0.5));
        level += (inside(u, v) - border) * share;
      }
      seed = (seed * 16_807) % 2_147_483_647;
      data.fill(
        level + noise * ((2 * seed) / 2_147_483_647 - 1),
        4 * (y * WIDTH + x),
        4 * (y * WIDTH + x) + 3,
      );
    }
  return { data, width: WIDTH, height };
}

function expectCircle(found: LensCircle, { x, y, radius }: Drawn, height = HEIGHT) {
  const pixels = [found.x * WIDTH, found.y * height, found.rx * WIDTH, found.ry * height];
  for (const [index, expected] of [x, y, radius, radius].entries())
    expect(Math.abs((pixels[index] ?? 0) - expected), `${pixels} for ${[x, y, radius]}`).toBeLessThan(1);
}

test.each<{ scene: string; given: Scene }>([
  { scene: 'circles that nearly fill their halves', given: even },
  { scene: 'off the middle, smaller, not alike', given: off },
  { scene: 'much noise', given: { ...off, noise: 45, border: 20 } },
  {
    scene: 'a lit room around the lens, of which a door leads outside',
    given: {
      ...off,
      noise: 3,
      inside: (u, v) => (Math.hypot(u, v) < 0.75 || Math.abs(Math.atan2(v, u)) < 1.4 ? lively(u, v) : 4),
    },
  },
  { scene: 'a dark sky above lit ground', given: { ...off, inside: (u, v) => (v < 0.1 ? 4 : lively(u, v)) } },
  { scene: 'a dark side', given: { ...off, noise: 6, inside: (u, v) => (u + v < 0 ? 6 : lively(u, v)) } },
  { scene: 'a dim room', given: { ...off, noise: 4, inside: (u, v) => 30 + lively(u, v) / 10 } },
  {
    scene: 'dark things all around',
    given: { ...off, inside: (u, v) => (Math.sin(13 * u) > 0.4 ? 3 : lively(u, v)) },
  },
  {
    scene: 'circles at the top of a 16:9 picture',
    given: { back: { x: 240, y: 240, radius: 235 }, front: { x: 720, y: 240, radius: 235 }, height: 540 },
  },
  {
    scene: 'circles cut off above and below',
    given: { back: { x: 240, y: 225, radius: 238 }, front: { x: 722, y: 232, radius: 238 }, height: 440 },
  },
])('finds circles: $scene', ({ given }) => {
  const found = findCircles(draw(given));
  if (typeof found === 'string') throw new Error(`Found nothing: ${found}`);
  if (given.back) expectCircle(found.back, given.back, given.height);
  if (given.front) expectCircle(found.front, given.front, given.height);
});

test.each<{ scene: string; given: Scene; answer: 'dark' | 'none' }>([
  { scene: 'night', given: { ...off, inside: () => 6, noise: 4 }, answer: 'dark' },
  { scene: 'a covered lens', given: { ...off, back: null }, answer: 'dark' },
  {
    scene: 'a picture without a border',
    given: { back: null, front: null, border: 120, noise: 60 },
    answer: 'none',
  },
  {
    scene: 'circles of other sizes',
    given: { ...even, front: { x: 720, y: 240, radius: 150 } },
    answer: 'none',
  },
  { scene: 'lit ground only', given: { ...off, inside: (_, v) => (v > 0.7 ? 120 : 3) }, answer: 'none' },
])('refuses: $scene', ({ given, answer }) => {
  expect(findCircles(draw(given))).toBe(answer);
});

test('refuses a picture that is not a dual fisheye', () => {
  const [width, height] = [WIDTH, HEIGHT];
  const data = new Uint8ClampedArray(width * height * 4);
  // A dark sky above lit hills, as in an equirectangular picture.
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const level = y > 250 + 40 * Math.sin(x / 70) ? 130 : 5;
      data.fill(level, 4 * (y * width + x), 4 * (y * width + x) + 3);
    }
  expect(findCircles({ data, width, height })).toBe('none');
});

test('refuses a bright picture with dark corners', () => {
  const [width, height] = [WIDTH, HEIGHT];
  const data = new Uint8ClampedArray(width * height * 4).fill(140);
  for (let y = 0; y < 60; y++)
    for (const left of [0, width / 2]) data.fill(3, 4 * (y * width + left), 4 * (y * width + left + 60));
  expect(findCircles({ data, width, height })).toBe('none');
});
