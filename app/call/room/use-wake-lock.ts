import { useEffect } from 'react';

/** Keeps the screen on while mounted: a phone that locks it stops the camera and the picture. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isOver = false;
    let held: WakeLockSentinel | null = null;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused when the battery is low: the call continues without it.
      const lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) void lock?.release();
      else held = lock;
    };
    void take();
    // Browsers release it when the page is hidden.
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void held?.release();
    };
  }, []);
}
