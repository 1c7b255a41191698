import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShownPicture } from '../snapshot/shown-picture.ts';

/** Initial size in CSS pixels; the browser remembers later changes. */
const SIZE = { width: 480, height: 270 };

export type SmallWindow = {
  /** Null while it is closed. */
  body: HTMLElement | null;
  /** Opens or closes it; must be called in a click or key handler. Null if there is no such window. */
  toggle: (() => void) | null;
};

/** Whether a flat picture goes into the browser's window for videos, because it has none for pages. */
export function opensVideoWindow(): boolean {
  return !globalThis.documentPictureInPicture && document.pictureInPictureEnabled;
}

/**
 * A window for the call that stays on top of others. In browsers without such windows, a flat picture can use their
 * window for videos.
 */
export function useSmallWindow(shown: ShownPicture, isFlat: boolean): SmallWindow {
  const [small, setSmall] = useState<Window | null>(null);
  useEffect(() => () => small?.close(), [small]);
  const open = async (pip: DocumentPictureInPicture) => {
    const opened = await pip.requestWindow(SIZE);
    dress(opened.document);
    // The content must move back before the window's document is gone.
    opened.addEventListener('pagehide', () => flushSync(() => setSmall(null)));
    setSmall(opened);
  };
  const pip = globalThis.documentPictureInPicture;
  // If the browser refuses, nothing changes.
  const quietly = (attempt: Promise<unknown>) => void attempt.catch(() => {});
  const body = small?.document.body ?? null;
  if (pip) return { body, toggle: () => (small ? small.close() : quietly(open(pip))) };
  if (!isFlat || !opensVideoWindow()) return { body, toggle: null };
  const toggle = () => {
    if (document.pictureInPictureElement) quietly(document.exitPictureInPicture());
    else if (shown.element) quietly(shown.element.requestPictureInPicture());
  };
  return { body, toggle };
}

/** Gives the window this page's language and styles. */
function dress(opened: Document): void {
  for (const style of document.querySelectorAll('link[rel="stylesheet"], style'))
    opened.head.append(style.cloneNode(true));
  opened.title = document.title;
  opened.documentElement.lang = document.documentElement.lang;
  opened.documentElement.dataset.theme = 'dark';
  opened.body.className = 'm-0 h-dvh overflow-hidden bg-ink text-white';
}
