import { useEffect, useState } from 'react';

const ACTIVITY = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'touchstart'] as const;

/** True after `ms` without movement, touch, key press or change of focus in the window. */
export function useIdle(ms: number): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), ms);
    };
    wake();
    for (const name of ACTIVITY) window.addEventListener(name, wake, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of ACTIVITY) window.removeEventListener(name, wake);
    };
  }, [ms]);
  return idle;
}
