import { useEffect } from 'react';
import { startTalking, stopTalking } from './voice-store.ts';

/** Talks while the space bar is down, wherever the focus is, except where it types, presses or chooses. */
export function useTalkKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.altKey || event.ctrlKey || event.metaKey || usesSpace(event.target))
        return;
      // Otherwise it scrolls.
      event.preventDefault();
      if (!event.repeat) startTalking();
    };
    const onKeyUp = ({ key }: KeyboardEvent) => {
      if (key === ' ') stopTalking();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      stopTalking();
    };
  }, []);
}

function usesSpace(target: EventTarget | null): boolean {
  const users = 'button, input, textarea, select, summary, video, audio, [contenteditable], [role=dialog]';
  return target instanceof Element && target.closest(users) !== null;
}
