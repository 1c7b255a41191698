import { Euler, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Direction } from './look/look-store.ts';
import { directionInView, placeInView, type ViewOfSphere } from './place-in-view.ts';

const radians = Math.PI / 180;
const level = { yaw: 0, pitch: 0, roll: 0, fov: 75 };
const views: ViewOfSphere[] = [
  { mode: 'spherical', look: level, aspect: 16 / 9 },
  { mode: 'spherical', look: { yaw: -130, pitch: 40, roll: 0, fov: 60 }, aspect: 0.5 },
  { mode: 'spherical', look: { yaw: 170, pitch: -65, roll: 20, fov: 90 }, aspect: 1 },
];
const directions: Direction[] = [
  { yaw: 0, pitch: 0 },
  { yaw: 30, pitch: 10 },
  { yaw: -150, pitch: 50 },
  { yaw: 175, pitch: -60 },
  { yaw: 90, pitch: 85 },
];

/** Projects a direction as three.js renders it. */
function rendered({ yaw, pitch }: Direction, { look, aspect }: ViewOfSphere): Vector3 {
  const camera = new PerspectiveCamera(look.fov, aspect, 0.1, 10);
  camera.setRotationFromEuler(
    new Euler(look.pitch * radians, -look.yaw * radians, -look.roll * radians, 'YXZ'),
  );
  camera.updateMatrixWorld();
  const point = new Vector3(
    Math.sin(yaw * radians) * Math.cos(pitch * radians),
    Math.sin(pitch * radians),
    -Math.cos(yaw * radians) * Math.cos(pitch * radians),
  );
  return point.project(camera);
}

describe('A direction', () => {
  const cases = views.flatMap((view) => directions.map((direction) => ({ view, direction })));

  it.each(cases)('is where it is rendered, %#', ({ view, direction }) => {
    const { at } = placeInView(direction, view);
    const { x, y, z } = rendered(direction, view);
    const isInside = Math.abs(x) <= 1 && Math.abs(y) <= 1 && z <= 1;
    if (isInside) expect(at).toEqual({ x: expect.closeTo(x), y: expect.closeTo(y) });
    else expect(at).toBeNull();
  });

  it('is recovered from its place', () => {
    for (const view of views)
      for (const [x, y] of [
        [0, 0],
        [0.9, -0.4],
        [-0.5, 0.8],
      ] as const) {
        const direction = directionInView(x, y, view);
        if (!direction) throw new Error('in a sphere there is one everywhere');
        expect(placeInView(direction, view).at).toEqual({ x: expect.closeTo(x), y: expect.closeTo(y) });
      }
  });

  it('behind the viewer is to the side, and below them is down', () => {
    const [view] = views;
    if (!view) throw new Error('no view');
    expect(placeInView({ yaw: 100, pitch: 0 }, view)).toEqual({ at: null, towards: expect.closeTo(0) });
    expect(placeInView({ yaw: -100, pitch: 0 }, view).towards).toBeCloseTo(180);
    expect(placeInView({ yaw: 0, pitch: -80 }, view).towards).toBeCloseTo(-90);
  });
});

describe('On a map', () => {
  it.each([
    { aspect: 4, x: 0.25, y: -0.5 },
    { aspect: 1, x: 0.5, y: -0.25 },
  ])('with bars beside it if the view is $aspect times as wide as high', ({ aspect, x, y }) => {
    const view = { mode: 'equirectangular', look: level, aspect } as const;
    expect(placeInView({ yaw: 90, pitch: -45 }, view).at).toEqual({ x, y });
    expect(directionInView(x, y, view)).toEqual({ yaw: 90, pitch: -45 });
    expect(directionInView(0.9, 0.9, view)).toBeNull();
  });
});
