import type { LookStore } from './look-store.ts';

/** Time constant: the speed falls to a third in this many milliseconds. */
const DECAY_MS = 180;
/** Below this speed, in degrees per millisecond, the glide ends. */
const STILL = 0.003;

/**
 * Lets the view glide to a stop after a drag.
 * @param yaw degrees per millisecond
 * @param pitch degrees per millisecond
 * @returns a function that stops it at once
 */
export function glide(look: LookStore, yaw: number, pitch: number): () => void {
  let last = performance.now();
  let request = requestAnimationFrame(step);
  let speed = 1;

  function step(now: number): void {
    const elapsed = Math.max(0, now - last);
    last = now;
    speed *= Math.exp(-elapsed / DECAY_MS);
    look.getState().turn(yaw * speed * elapsed, pitch * speed * elapsed);
    if (Math.hypot(yaw, pitch) * speed > STILL) request = requestAnimationFrame(step);
  }

  return () => cancelAnimationFrame(request);
}
