import type { Direction } from './look-store.ts';
import { type LookStore, wrapDegrees } from './look-store.ts';

/** Long enough to keep one's bearings. */
const TURN_MS = 900;

/**
 * Turns the view to a direction, slowly at both ends. Ends at once if the viewer changes the view. With reduced motion
 * it takes a single step.
 * @returns a function that ends it
 */
export function turnTo(look: LookStore, { yaw, pitch }: Direction): () => void {
  const start = look.getState();
  const turn = wrapDegrees(yaw - start.yaw);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    start.turn(turn, pitch - start.pitch);
    return () => {};
  }
  const startedAt = performance.now();
  let done = 0;
  let isOwn = false;
  const stop = () => {
    unsubscribe();
    cancelAnimationFrame(request);
  };
  const unsubscribe = look.subscribe(() => {
    if (!isOwn) stop();
  });
  const step = (now: number) => {
    const time = Math.min(1, Math.max(0, now - startedAt) / TURN_MS);
    // Smoothstep.
    const part = time * time * (3 - 2 * time);
    isOwn = true;
    look.getState().turn(turn * (part - done), (pitch - start.pitch) * (part - done));
    isOwn = false;
    done = part;
    if (time < 1) request = requestAnimationFrame(step);
    else stop();
  };
  let request = requestAnimationFrame(step);
  return stop;
}
