import { expect, test } from 'vitest';
import { cameraSchema } from '#protocol/camera.ts';
import { type Lenses, USUAL_LENSES } from '#protocol/lenses.ts';

const camera = {
  cameraType: 'RICOH_THETA',
  quality: 'HIGH',
  projection: 'dual-fisheye',
  stereo: 'mono',
  heading: 0,
};

test('fills in what an older client leaves out', () => {
  expect(cameraSchema.parse(camera)).toEqual({ ...camera, pitch: 0, roll: 0, lenses: USUAL_LENSES });
});

test.each<{ wrong: string; lenses: Partial<Lenses> }>([
  { wrong: 'a lens that sees less than a half', lenses: { fov: 179 } },
  { wrong: 'a field of view of no lens', lenses: { fov: 241 } },
  { wrong: 'a negative blend', lenses: { blend: -1 } },
  { wrong: 'a blend of more than both could see', lenses: { blend: 61 } },
  { wrong: 'a middle outside the picture', lenses: { front: { ...USUAL_LENSES.front, x: 1.1 } } },
  { wrong: 'a radius of nothing', lenses: { back: { ...USUAL_LENSES.back, rx: 0 } } },
  { wrong: 'a circle larger than the picture', lenses: { back: { ...USUAL_LENSES.back, ry: 1.01 } } },
  { wrong: 'no number', lenses: { blend: Number.NaN } },
])('refuses $wrong', ({ lenses }) => {
  expect(cameraSchema.safeParse({ ...camera, lenses: USUAL_LENSES }).success).toBe(true);
  expect(cameraSchema.safeParse({ ...camera, lenses: { ...USUAL_LENSES, ...lenses } }).success).toBe(false);
});
