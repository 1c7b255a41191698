import { isSpherePicture, type SpherePicture } from '#app/sphere/picture.ts';
import type { CallState } from '../state/call-state.ts';

/** This side's picture, in which the other person looks around; null of a flat camera. */
export function ownSphere({ channel, seat }: CallState): SpherePicture | null {
  const camera = channel?.seats[seat]?.camera ?? null;
  return camera && isSpherePicture(camera) ? camera : null;
}
