import { useEffect, useRef } from 'react';
import { shortcutStore } from './shortcut-store.ts';
import { type ShortcutActions, shortcutOf } from './shortcuts.ts';

/** What takes letters itself. */
const FIELDS = 'input, textarea, select, [contenteditable]';
/** Over the call; popovers and menus are among them. */
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Lets single keys act, except in fields and while something is open over the call. */
export function useShortcuts(actions: ShortcutActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const name = shortcutOf(event);
      const act = name && latest.current[name];
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
