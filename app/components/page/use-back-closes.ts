import { useEffect, useRef } from 'react';

/**
 * Back closes an overlay instead of leaving the page, as on phones people expect. While it is open the history has one
 * entry more, of the same page: a copy of the current one, so that the router's own keys in it stay right. Going back
 * from it is kept from the router, which would load the page again.
 */
const MARK = 'overlay';

let opened = 0;
/** An overlay that closed by itself goes back from its entry; the event that follows is ours too. */
let goingBack = false;

/** The mark of the current entry; null if it is a page's own. */
function currentMark(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state ? state[MARK] : null;
}

/** Whether a navigation from here should replace the current entry, which is an overlay's. */
export function isOverlayEntry(): boolean {
  return currentMark() !== null;
}

/** @param close called when the person goes back while the overlay is open */
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
    // Before the router, which listens without capture.
    addEventListener('popstate', onPopState, { capture: true });
    return () => {
      removeEventListener('popstate', onPopState, { capture: true });
      // Later: what closes the overlay may navigate at once, and then its entry is no longer the current one.
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
