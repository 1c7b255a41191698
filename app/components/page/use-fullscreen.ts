import { type RefObject, useEffect, useState } from 'react';

export type Fullscreen = { supported: boolean; on: boolean; toggle(): void };

/**
 * Full screen, which iPhones do not offer to pages.
 * @param element shown in full screen. Default: the whole page
 */
export function useFullscreen(element?: RefObject<HTMLElement>): Fullscreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const update = () => setOn(document.fullscreenElement !== null);
    update();
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  const toggle = () => {
    const shown = element?.current ?? document.documentElement;
    const change = on ? document.exitFullscreen() : shown.requestFullscreen();
    // If the browser refuses, nothing changes.
    change.catch(() => {});
  };
  return { supported: typeof document !== 'undefined' && document.fullscreenEnabled === true, on, toggle };
}
