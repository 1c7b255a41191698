import { useEffect, useRef } from 'react';

/**
 * Makes Back close an overlay instead of leaving the page, as phone users expect. While it is open, the history has an
 * extra entry for the same page: a copy of the current one, which keeps the router's keys valid. The router does not
 * see the navigation back from it, which would make it reload the page.
 */
const MARK = 'overlay';

let opened = 0;
/** Set while an overlay that closed without Back leaves its entry: the resulting event is ignored too. */
let goingBack = false;

/** Mark of the current entry; null if it is a page's. */
function currentMark(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state ? state[MARK] : null;
}

/** Whether a navigation from here should replace the current entry, as it belongs to an overlay. */
export function isOverlayEntry(): boolean {
  return currentMark() !== null;
}

/** @param close called on Back while the overlay is open */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const mark = ++opened;
    history.pushState({ ...history.state, [MARK]: mark }, '');
    const onPopState = (event: PopStateEvent) => {
      if (goingBack || currentMark() === mark) return;
      event.stopImmediatePropagation();
      latest.current();
    };
    // Runs before the router, which listens without capture.
    addEventListener('popstate', onPopState, { capture: true });
    return () => {
      removeEventListener('popstate', onPopState, { capture: true });
      // Deferred: closing may coincide with a navigation, after which its entry is no longer the current one.
      setTimeout(() => leaveEntry(mark));
    };
  }, [open]);
}

function leaveEntry(mark: number): void {
  if (currentMark() !== mark) return;
  goingBack = true;
  const onPopState = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    goingBack = false;
  };
  addEventListener('popstate', onPopState, { capture: true, once: true });
  history.back();
}
