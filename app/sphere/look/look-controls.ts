import { useGesture } from '@use-gesture/react';
import { type RefObject, useEffect, useRef } from 'react';
import { glide } from './glide.ts';
import { DEFAULT_FOV, type Look, type LookState, type LookStore } from './look-store.ts';

const KEY_TURN = 10;
/** Factor of a press of a zoom key or button. */
export const ZOOM_STEP = 1.2;
/** One wheel notch scrolls by 100 and zooms about as much as one key press. */
const WHEEL_ZOOM = 0.0018;

/** Looks around by mouse, touch, wheel and keys on an element. The picture is grabbed: it moves with the pointer. */
export function useLookControls(
  element: RefObject<HTMLElement | null>,
  look: LookStore,
  enabled: boolean,
): void {
  const stopGlide = useRef<() => void>(() => {});
  useEffect(() => () => stopGlide.current(), []);

  useGesture(
    {
      onDragStart: () => stopGlide.current(),
      onDrag: ({ delta: [x, y], pinching, cancel }) => {
        if (pinching) return cancel();
        const state = look.getState();
        state.turn(...grabbedTurn(x, y, state, element.current?.clientHeight ?? 0));
      },
      onDragEnd: ({ velocity: [speedX, speedY], direction: [signX, signY] }) => {
        if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
        const height = element.current?.clientHeight ?? 0;
        const speed = grabbedTurn(speedX * signX, speedY * signY, look.getState(), height);
        stopGlide.current = glide(look, ...speed);
      },
      onPinch: ({ delta: [change], offset: [scale] }) => look.getState().zoom(scale / (scale - change)),
      onWheel: ({ event, delta: [, y] }) => {
        event.preventDefault();
        // With the control key, which a touchpad's pinch sets, it is already handled as a pinch.
        if (!event.ctrlKey) look.getState().zoom(Math.exp(-y * WHEEL_ZOOM));
      },
    },
    {
      target: element,
      enabled,
      eventOptions: { passive: false },
      // The library's arrow keys drag by pixels; ours rotate by degrees.
      drag: { filterTaps: true, pointer: { keys: false } },
    },
  );

  useEffect(() => {
    const target = element.current;
    if (!target || !enabled) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || !applyKey(event.key, look.getState())) return;
      stopGlide.current();
      event.preventDefault();
    };
    target.addEventListener('keydown', onKeyDown);
    return () => target.removeEventListener('keydown', onKeyDown);
  }, [element, look, enabled]);
}

/** Returns false for a key without a function here. */
export function applyKey(key: string, look: LookState): boolean {
  const step = (KEY_TURN * look.fov) / DEFAULT_FOV;
  switch (key) {
    case 'ArrowLeft':
      look.turn(-step, 0);
      return true;
    case 'ArrowRight':
      look.turn(step, 0);
      return true;
    case 'ArrowUp':
      look.turn(0, step);
      return true;
    case 'ArrowDown':
      look.turn(0, -step);
      return true;
    case '+':
    case '=':
      look.zoom(ZOOM_STEP);
      return true;
    case '-':
      look.zoom(1 / ZOOM_STEP);
      return true;
    case 'Home':
      look.reset();
      return true;
    default:
      return false;
  }
}

/** Limits the rotation near the poles, where a tiny drag would spin the view. */
const LEAST_COSINE = 0.2;
const radians = Math.PI / 180;

/**
 * The rotation, in degrees, for dragging the middle of the picture right and down by some pixels.
 * @param height of the view in pixels
 */
export function grabbedTurn(
  right: number,
  down: number,
  { pitch, roll, fov }: Look,
  height: number,
): [yaw: number, pitch: number] {
  if (height === 0) return [0, 0];
  const perPixel = (2 * Math.tan((fov * radians) / 2)) / height / radians;
  const [sine, cosine] = [Math.sin(roll * radians), Math.cos(roll * radians)];
  const across = (down * sine - right * cosine) * perPixel;
  const upwards = (down * cosine + right * sine) * perPixel;
  return [across / Math.max(LEAST_COSINE, Math.cos(pitch * radians)), upwards];
}
