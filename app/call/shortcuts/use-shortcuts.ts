import { useEffect, useRef } from 'react';
import { shortcutStore } from './shortcut-store.ts';
import { placeOf, type ShortcutActions, shortcutOf } from './shortcuts.ts';

/** Elements that take letters themselves. */
const FIELDS = 'input, textarea, select, [contenteditable]';
/** Overlays, which include popovers and menus. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Handles single-key shortcuts, except in fields and while an overlay is open.
 * @param onPlace turns to one of the saved places, counted from 0; null if there are none
 */
export function useShortcuts(actions: ShortcutActions, onPlace: ((index: number) => void) | null): void {
  const latest = useRef({ actions, onPlace });
  latest.current = { actions, onPlace };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      const place = placeOf(event);
      const { actions: now, onPlace: go } = latest.current;
      const act = place !== null && go ? () => go(place) : name && now[name];
      if (!act || !shortcutStore.getState().on) return;
      if (event.defaultPrevented || isTaken(event.target)) return;
      event.preventDefault();
      void act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isTaken(target: EventTarget | null): boolean {
  const isField = target instanceof Element && target.closest(FIELDS) !== null;
  return isField || document.querySelector(OPEN) !== null;
}
