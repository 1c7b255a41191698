import type { LookStore } from './look-store.ts';

/** Speed falls to a third in this many milliseconds. */
const DECAY_MS = 180;
/** Degrees a millisecond that nobody sees any more. */
const STILL = 0.003;

/**
 * Lets the view run out after the hand let go.
 * @param yaw degrees a millisecond
 * @param pitch degrees a millisecond
 * @returns stops it at once
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
