import { useEffect, useState } from 'react';

/** True once a value other than null has been unchanged for `ms`. */
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
