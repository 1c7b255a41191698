import { describe, expect, test } from 'vitest';
import { applyKey, grabbedTurn } from './look-controls.ts';
import { createLookStore } from './look-store.ts';

const LEVEL = { yaw: 0, pitch: 0, roll: 0, fov: 90 };
/** In the middle of a view of 90 degrees and 200 pixels, one pixel is a hundredth of a radian. */
const PIXEL = 180 / Math.PI / 100;

describe('dragging the picture', () => {
  test('to the right looks left, and down looks up', () => {
    const [yaw, pitch] = grabbedTurn(10, 5, LEVEL, 200);
    expect(yaw).toBeCloseTo(-10 * PIXEL);
    expect(pitch).toBeCloseTo(5 * PIXEL);
  });

  test('turns farther where circles of latitude are smaller, up to a limit', () => {
    expect(grabbedTurn(10, 0, { ...LEVEL, pitch: -60 }, 200)[0]).toBeCloseTo(-20 * PIXEL);
    expect(grabbedTurn(10, 0, { ...LEVEL, pitch: 90 }, 200)[0]).toBeCloseTo(-50 * PIXEL);
  });

  test('follows a tilted head', () => {
    // With the view rolled, its right edge is down.
    const [yaw, pitch] = grabbedTurn(10, 0, { ...LEVEL, roll: 90 }, 200);
    expect(yaw).toBeCloseTo(0);
    expect(pitch).toBeCloseTo(10 * PIXEL);
  });

  test('does nothing in a view without height', () => {
    expect(grabbedTurn(10, 10, LEVEL, 0)).toEqual([0, 0]);
  });
});

describe('keys', () => {
  test('turn less when zoomed in', () => {
    const look = createLookStore();
    look.getState().zoom(2);
    applyKey('ArrowLeft', look.getState());
    expect(look.getState().yaw).toBe(-5);
  });

  test('ignore others', () => {
    const look = createLookStore();
    expect(applyKey('Tab', look.getState())).toBe(false);
    expect(look.getState()).toMatchObject({ yaw: 0, pitch: 0, fov: 75 });
  });
});
