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

/** A value of the current entry's state; undefined if it has none. */
function ofEntry(name: string): unknown {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null) return undefined;
  return Object.entries(state).find(([key]) => key === name)?.[1];
}

/** Mark of the current entry; undefined if it is a page's. Unique among loads of the page, which keep the history. */
const currentMark = () => ofEntry(MARK);

/** Whether a navigation from here should replace the current entry, as it belongs to an overlay. */
export function isOverlayEntry(): boolean {
  return currentMark() !== undefined;
}

/** Whether the current entry belongs to an overlay of the page before it was reloaded. */
function isLeftOver(): boolean {
  const mark = currentMark();
  return typeof mark === 'string' && !mark.startsWith(`${performance.timeOrigin} `);
}

/** @param close called on Back while the overlay is open; true if the overlay stays */
export function useBackCloses(open: boolean, close: () => unknown): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open) return;
    const mark = `${performance.timeOrigin} ${++opened}`;
    const page = ofEntry('key');
    const marked = () => ({ ...history.state, [MARK]: mark });
    const enter = () => history.pushState(marked(), '');
    if (isLeftOver()) history.replaceState(marked(), '');
    else enter();
    const onPopState = (event: PopStateEvent) => {
      if (goingBack || currentMark() === mark) return;
      // Several entries back: a page that the router has to show.
      if (ofEntry('key') !== page) return;
      event.stopImmediatePropagation();
      if (latest.current() === true) enter();
    };
    // Before the router, except in Chromium, which calls a window's listeners in the order of their registration.
    addEventListener('popstate', onPopState, { capture: true });
    return () => {
      removeEventListener('popstate', onPopState, { capture: true });
      // Deferred: closing may coincide with a navigation, after which its entry is no longer the current one.
      setTimeout(() => leaveEntry(mark));
    };
  }, [open]);
}

function leaveEntry(mark: string): void {
  if (currentMark() !== mark) return;
  goingBack = true;
  const onPopState = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    goingBack = false;
  };
  addEventListener('popstate', onPopState, { capture: true, once: true });
  history.back();
}
