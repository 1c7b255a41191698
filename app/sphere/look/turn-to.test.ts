import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLookStore } from './look-store.ts';
import { turnTo } from './turn-to.ts';

let isStill: boolean;

beforeEach(() => {
  isStill = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) =>
    setTimeout(() => step(performance.now()), 16),
  );
  vi.stubGlobal('cancelAnimationFrame', (timer: ReturnType<typeof setTimeout>) => clearTimeout(timer));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('turns a view to a direction by the shorter way, and rests there', () => {
  const look = createLookStore();
  look.getState().turn(170, -10);
  turnTo(look, { yaw: -170, pitch: 30 });
  vi.advanceTimersByTime(200);
  const { yaw, pitch } = look.getState();
  expect(Math.abs(yaw)).toBeGreaterThan(170);
  expect(pitch).toBeGreaterThan(-10);
  expect(pitch).toBeLessThan(30);
  vi.advanceTimersByTime(5_000);
  expect(look.getState()).toMatchObject({ yaw: expect.closeTo(-170), pitch: expect.closeTo(30) });
});

it('ends when the viewer moves the view', () => {
  const look = createLookStore();
  turnTo(look, { yaw: 90, pitch: 0 });
  vi.advanceTimersByTime(300);
  look.getState().turn(-5, 0);
  const { yaw } = look.getState();
  vi.advanceTimersByTime(5_000);
  expect(look.getState().yaw).toBe(yaw);
  expect(yaw).toBeLessThan(80);
});

it('can be ended', () => {
  const look = createLookStore();
  turnTo(look, { yaw: 90, pitch: 0 })();
  vi.advanceTimersByTime(5_000);
  expect(look.getState().yaw).toBe(0);
});

it('jumps there if motion is reduced', () => {
  isStill = true;
  const look = createLookStore();
  turnTo(look, { yaw: 90, pitch: -20 });
  expect(look.getState()).toMatchObject({ yaw: 90, pitch: -20 });
});
