import { useEffect, useState } from 'react';

export type Fullscreen = { supported: boolean; on: boolean; toggle(): void };

/** The whole page in full screen; iPhones cannot. */
export function useFullscreen(): Fullscreen {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const update = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  const toggle = () => {
    // A browser that refuses simply stays as it is.
    const change = on ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch(() => {});
  };
  return { supported: document.fullscreenEnabled === true, on, toggle };
}
