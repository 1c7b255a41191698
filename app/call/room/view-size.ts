import { useEffect } from 'react';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import { viewBox } from '#app/sphere/look/view-box.ts';
import { rowsInView } from '#app/sphere/paint/pixel-ratio.ts';
import { isSpherePicture, type PanoramaMode } from '#app/sphere/picture.ts';
import type { Camera } from '#protocol/camera.ts';
import type { VideoWish } from '#protocol/channel.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { currentCall } from '../state/call-store.ts';

/**
 * Distinguishable pixels per CSS pixel: it covers 1.28 arc minutes (the reference pixel of CSS Values and Units,
 * 0.0213°), and an eye resolves one.
 */
const SEEN_RATIO = 1.28;
/** Delay before a change is sent: windows are resized and views zoomed in many steps. */
const REST_MS = 400;

type View = {
  /** In CSS pixels. */
  width: number;
  height: number;
  devicePixelRatio: number;
  mode: PanoramaMode;
  /** Vertical field of view, in degrees. */
  fov: number;
};

/**
 * How much of a camera's video a view can show. Half size suffices while it is closer to the view's pixels than the
 * full size is: up to √2 times the rows in view. These are compared with the view's shorter side, so that a phone held
 * upright, which shows a narrow part of the sphere, does not request 4K.
 */
export function viewSize(camera: Camera, view: View): VideoWish['size'] {
  // Other qualities have no layers.
  if (camera.quality !== 'HIGH') return 'full';
  const pictureHeight = videoTarget(camera.quality, camera.projection).height / 2;
  const rows = isSpherePicture(camera) ? rowsInView({ ...camera, ...view, pictureHeight }) : pictureHeight;
  const seen = Math.min(view.width, view.height) * Math.min(view.devicePixelRatio, SEEN_RATIO);
  return seen > rows * Math.SQRT2 ? 'full' : 'half';
}

/**
 * Requests the size of the other side's video that its view can show, at the beginning and once a change has settled.
 * @param whole requests the full size: for a headset, whose displays have far more pixels, or for a recording
 * @param takesDetail a part of it can be shown in full detail
 * @param view the element that the picture fills
 */
export function useViewSize(
  camera: Camera | null,
  mode: PanoramaMode,
  look: LookStore,
  whole: boolean,
  takesDetail: boolean,
  view: HTMLElement | null,
): void {
  useEffect(() => {
    if (!camera) return;
    const ask = () => {
      const { fov } = look.getState();
      const size = whole ? 'full' : viewSize(camera, { ...viewBox(view), devicePixelRatio, mode, fov });
      currentCall()?.setVideoWish({ size, detail: takesDetail && !whole && size === 'full' });
    };
    ask();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, REST_MS);
    };
    const resized = new ResizeObserver(askSoon);
    if (view) resized.observe(view);
    const stopLooking = look.subscribe((now, before) => {
      if (now.fov !== before.fov) askSoon();
    });
    return () => {
      clearTimeout(timer);
      resized.disconnect();
      stopLooking();
    };
  }, [camera, mode, look, whole, takesDetail, view]);
}
