import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import { viewBox } from '#app/sphere/look/view-box.ts';
import { gazeChoice } from './gaze-choice.ts';
import { tellGaze } from './tell-gaze.ts';

/** Approximate view of a headset. */
const HEADSET = { fov: 90, aspect: 1 };

/**
 * Sends this side's direction of view to the other, if the person shows it, or a part of the picture follows it.
 * @param isShown there is a sphere to look round in
 * @param hasDetail the other side sends that part
 * @param view the element that the sphere fills
 */
export function useToldGaze(
  look: LookStore,
  isShown: boolean,
  inHeadset: boolean,
  hasDetail: boolean,
  view: HTMLElement | null,
): void {
  const { tellsGaze, comesAlong } = useStore(gazeChoice);
  useEffect(() => {
    if (!isShown || !(tellsGaze || hasDetail)) return;
    const read = () => {
      const { yaw, pitch, fov } = look.getState();
      if (inHeadset) return { yaw, pitch, ...HEADSET, along: false, shown: tellsGaze };
      if (document.visibilityState === 'hidden') return null;
      const { width, height } = viewBox(view);
      const aspect = Math.min(10, Math.max(0.1, width / height));
      return { yaw, pitch, fov, aspect, along: comesAlong, shown: tellsGaze };
    };
    return tellGaze(read, look.subscribe);
  }, [look, isShown, inHeadset, hasDetail, view, tellsGaze, comesAlong]);
}
