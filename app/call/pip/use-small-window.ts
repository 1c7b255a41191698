import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShownPicture } from '../snapshot/shown-picture.ts';

/** In CSS pixels; the browser remembers what people make of it. */
const SIZE = { width: 480, height: 270 };

export type SmallWindow = {
  /** Null while it is closed. */
  body: HTMLElement | null;
  /** Opens it, and closes it if it is open; only within a click or key press. Null where there is none. */
  toggle: (() => void) | null;
};

/** Whether a flat picture is put in the window that the browser has for videos, as it has none for pages. */
export function opensVideoWindow(): boolean {
  return !globalThis.documentPictureInPicture && document.pictureInPictureEnabled;
}

/**
 * A window over all others for the call. Where browsers have no such window, a flat picture can be in the one that they
 * have for videos.
 */
export function useSmallWindow(shown: ShownPicture, isFlat: boolean): SmallWindow {
  const [small, setSmall] = useState<Window | null>(null);
  useEffect(() => () => small?.close(), [small]);
  const open = async (pip: DocumentPictureInPicture) => {
    const opened = await pip.requestWindow(SIZE);
    dress(opened.document);
    // What moves back must do so before the window's document is gone.
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
