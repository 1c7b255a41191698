import { useEffect, useState } from 'react';

/** True once something has been the same for this long; never of null. */
export function useLasting(something: string | null, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (something === null) return;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [something, ms]);
  return lasts;
}
