import { useEffect } from 'react';
import type { Direction } from './directions.ts';
import { hold, release, releaseAll } from './pad-store.ts';

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/**
 * Holds directions while Shift and an arrow key are down, wherever the focus is, except in fields. The arrow keys alone
 * look around; with Alt or Ctrl they belong to browsers, systems and screen readers.
 */
export function usePadKeys(): void {
  useEffect(() => {
    const down = new Set<Direction>();
    const letGo = () => {
      for (const direction of down) release(direction);
      down.clear();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const direction = KEYS[event.key];
      // While the command key of macOS is down, releases of other keys are not reported.
      if (event.altKey || event.ctrlKey || event.metaKey) return letGo();
      if (!direction || !event.shiftKey || isField(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat) return;
      down.add(direction);
      hold(direction);
    };
    const onKeyUp = ({ key }: KeyboardEvent) => {
      const direction = KEYS[key];
      if (key === 'Shift') letGo();
      else if (direction && down.delete(direction)) release(direction);
    };
    // In the capture phase, before the picture and the self view, which also handle Shift and the arrow keys.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('keyup', onKeyUp, { capture: true });
      releaseAll();
    };
  }, []);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}
