import { type RefObject, useEffect, useRef } from 'react';
import type { Direction, LookStore } from './look/look-store.ts';
import type { PanoramaMode } from './picture.ts';
import { directionInView } from './place-in-view.ts';

/** A touch of this duration picks a place; a shorter one does not, as it may begin a drag. */
const PRESS_MS = 500;
/** Beyond this distance it is a drag, in CSS pixels. */
const SLACK = 8;

/**
 * Picks a direction in a view: by a click, by a long touch, and the middle by Enter.
 * @param onPick null while nothing can be picked
 */
export function usePick(
  element: RefObject<HTMLElement | null>,
  look: LookStore,
  mode: PanoramaMode,
  onPick: ((direction: Direction) => void) | null,
): void {
  const latest = useRef({ mode, onPick });
  latest.current = { mode, onPick };
  const isWanted = onPick !== null;
  useEffect(() => {
    const target = element.current;
    if (!target || !isWanted) return;
    let pressed: { x: number; y: number } | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const pickAt = (clientX: number, clientY: number) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [(2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height];
      const view = { mode: latest.current.mode, look: look.getState(), aspect: width / height };
      const direction = directionInView(x, y, view);
      if (direction) latest.current.onPick?.(direction);
    };
    const drop = () => {
      clearTimeout(timer);
      pressed = null;
    };
    const isFar = ({ clientX, clientY }: PointerEvent) =>
      pressed !== null && Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLACK;
    const onDown = (event: PointerEvent) => {
      drop();
      if (!event.isPrimary || event.button !== 0) return;
      const { clientX, clientY, pointerType } = event;
      pressed = { x: clientX, y: clientY };
      if (pointerType === 'touch') timer = setTimeout(() => pickAt(clientX, clientY), PRESS_MS);
    };
    const onMove = (event: PointerEvent) => {
      if (isFar(event)) drop();
    };
    const onUp = (event: PointerEvent) => {
      if (pressed && !isFar(event) && event.pointerType !== 'touch') pickAt(event.clientX, event.clientY);
      drop();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.repeat || event.target !== target) return;
      const { left, top, width, height } = target.getBoundingClientRect();
      pickAt(left + width / 2, top + height / 2);
    };
    target.addEventListener('pointerdown', onDown);
    target.addEventListener('pointermove', onMove);
    target.addEventListener('pointerup', onUp);
    target.addEventListener('pointercancel', drop);
    target.addEventListener('keydown', onKey);
    return () => {
      drop();
      target.removeEventListener('pointerdown', onDown);
      target.removeEventListener('pointermove', onMove);
      target.removeEventListener('pointerup', onUp);
      target.removeEventListener('pointercancel', drop);
      target.removeEventListener('keydown', onKey);
    };
  }, [element, look, isWanted]);
}
