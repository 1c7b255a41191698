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
 * Shift and the arrow keys hold directions while they are down, wherever the focus is, except in fields. The arrow keys
 * alone look around; with Alt or Ctrl they belong to browsers, systems and screen readers.
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
      // While macOS' command key is down, the release of others is not told.
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
    // Before the picture and one's own tile, which take the arrow keys with Shift, too.
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
