import { type RefObject, useEffect, useRef } from 'react';
import type { Direction, LookStore } from './look/look-store.ts';
import type { PanoramaMode } from './picture.ts';
import { directionInView } from './place-in-view.ts';

/** A touch of this duration picks a place; a shorter one does not, as it may begin a drag. */
const PRESS_MS = 500;
/** Beyond this distance it is a drag, in CSS pixels. */
const SLACK = 8;

/** A place within an element, from its centre: -1 to 1 to the right and upwards. */
export type Spot = { x: number; y: number };

/**
 * Picks a place in an element: by a double click, by a long touch, and the middle by Enter. A single click does not, as
 * it may be a try to look around.
 * @param onSpot null while nothing can be picked
 */
export function useSpot(element: RefObject<HTMLElement | null>, onSpot: ((spot: Spot) => void) | null): void {
  const latest = useRef(onSpot);
  latest.current = onSpot;
  const isWanted = onSpot !== null;
  useEffect(() => {
    const target = element.current;
    if (!target || !isWanted) return;
    let touched: { x: number; y: number } | null = null;
    let byTouch = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pickAt = (clientX: number, clientY: number) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      latest.current?.({ x: (2 * (clientX - left)) / width - 1, y: 1 - (2 * (clientY - top)) / height });
    };
    const drop = () => {
      clearTimeout(timer);
      touched = null;
    };
    const onDown = ({ isPrimary, clientX, clientY, pointerType }: PointerEvent) => {
      drop();
      byTouch = pointerType === 'touch';
      if (!isPrimary || !byTouch) return;
      touched = { x: clientX, y: clientY };
      timer = setTimeout(() => pickAt(clientX, clientY), PRESS_MS);
    };
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (touched && Math.hypot(clientX - touched.x, clientY - touched.y) > SLACK) drop();
    };
    const onDoubleClick = ({ clientX, clientY }: MouseEvent) => {
      // Two quick touches may be two attempts to drag.
      if (!byTouch) pickAt(clientX, clientY);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.target !== target) return;
      latest.current?.({ x: 0, y: 0 });
    };
    target.addEventListener('pointerdown', onDown);
    target.addEventListener('pointermove', onMove);
    target.addEventListener('pointerup', drop);
    target.addEventListener('pointercancel', drop);
    target.addEventListener('dblclick', onDoubleClick);
    target.addEventListener('keydown', onKey);
    return () => {
      drop();
      target.removeEventListener('pointerdown', onDown);
      target.removeEventListener('pointermove', onMove);
      target.removeEventListener('pointerup', drop);
      target.removeEventListener('pointercancel', drop);
      target.removeEventListener('dblclick', onDoubleClick);
      target.removeEventListener('keydown', onKey);
    };
  }, [element, isWanted]);
}

/**
 * Picks a direction in a view of a sphere.
 * @param onPick null while nothing can be picked
 */
export function usePick(
  element: RefObject<HTMLElement | null>,
  look: LookStore,
  mode: PanoramaMode,
  onPick: ((direction: Direction) => void) | null,
): void {
  const pick = ({ x, y }: Spot) => {
    const { clientWidth, clientHeight } = element.current ?? { clientWidth: 1, clientHeight: 1 };
    const view = { mode, look: look.getState(), aspect: clientWidth / clientHeight };
    const direction = directionInView(x, y, view);
    if (direction) onPick?.(direction);
  };
  useSpot(element, onPick && pick);
}
