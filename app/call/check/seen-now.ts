import type { LookStore } from '#app/sphere/look/look-store.ts';
import { viewBox } from '#app/sphere/look/view-box.ts';
import type { PanoramaMode } from '#app/sphere/picture.ts';
import type { Camera } from '#protocol/camera.ts';
import type { CallStats } from '../media/stats.ts';
import { type SeenDetail, seenDetail } from './detail.ts';

/**
 * The visible detail of the other side's picture, by the latest statistics; null if it is not a sphere in this window.
 * @param camera the other side's, if it is visible
 * @param shownIn the element that the picture fills
 */
export function seenNow(
  camera: Camera | null,
  mode: PanoramaMode,
  look: LookStore,
  stats: CallStats | null,
  shownIn: HTMLElement | null,
): SeenDetail | null {
  if (!camera || !stats) return null;
  const { width, height } = stats.received;
  const view = { ...viewBox(shownIn), devicePixelRatio, mode, fov: look.getState().fov };
  return seenDetail(camera, width && height ? { width, height } : null, view);
}
