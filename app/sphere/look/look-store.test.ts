import { describe, expect, test } from 'vitest';
import { createLookStore, wrapDegrees } from './look-store.ts';

describe('look store', () => {
  test('begins at the front', () => {
    expect(createLookStore().getState()).toMatchObject({ yaw: 0, pitch: 0, roll: 0, fov: 75 });
  });

  test('turns all the way round', () => {
    const look = createLookStore();
    look.getState().turn(170, 0);
    look.getState().turn(20, 0);
    expect(look.getState().yaw).toBe(-170);
    look.getState().turn(-20, 0);
    expect(look.getState().yaw).toBe(170);
  });

  test('does not turn over at the poles', () => {
    const look = createLookStore();
    look.getState().turn(0, 100);
    expect(look.getState().pitch).toBe(90);
    look.getState().turn(0, -300);
    expect(look.getState().pitch).toBe(-90);
  });

  test('zooms between 30 and 100 degrees', () => {
    const look = createLookStore();
    look.getState().zoom(1.5);
    expect(look.getState().fov).toBe(50);
    look.getState().zoom(100);
    expect(look.getState().fov).toBe(30);
    look.getState().zoom(0.01);
    expect(look.getState().fov).toBe(100);
  });

  test('returns to the front', () => {
    const look = createLookStore();
    look.getState().orient({ yaw: 190, pitch: 95, roll: -200 });
    expect(look.getState()).toMatchObject({ yaw: -170, pitch: 90, roll: 160 });
    look.getState().zoom(2);
    look.getState().reset();
    expect(look.getState()).toMatchObject({ yaw: 0, pitch: 0, roll: 0, fov: 75 });
  });
});

test('degrees wrap to the same direction', () => {
  expect([0, 180, -180, 540, -540, 359, -359].map(wrapDegrees)).toEqual([0, -180, -180, -180, -180, -1, 1]);
});
