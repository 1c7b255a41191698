import { useEffect, useRef, useState } from 'react';
import { pingServer } from '../state/api.ts';

const INTERVAL_MS = 3_000;

/** Whether calls are currently unavailable; checks at once and then every three seconds. */
export function useServerDown(): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    const look = () =>
      pingServer().then(
        () => setDown(false),
        () => setDown(true),
      );
    void look();
    const timer = setInterval(() => void look(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return down;
}

/** While `down`, calls `onBack` once calls are available again. */
export function useServerBack(down: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!down) return;
    const timer = setInterval(() => {
      // Still down: the next check will tell.
      pingServer().then(
        () => latest.current(),
        () => {},
      );
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [down]);
}
