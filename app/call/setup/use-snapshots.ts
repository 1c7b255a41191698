import { useEffect, useState } from 'react';
import { SNAPSHOT_INTERVAL_MS } from '#protocol/limits.ts';
import { sendSnapshot } from '../state/call-store.ts';

/**
 * While `on`, sends the host's location at once and then every ten seconds.
 * @returns whether the browser denied access
 */
export function useSnapshots(on: boolean): boolean {
  const [denied, setDenied] = useState(false);
  useEffect(() => {
    if (!on) return;
    const send = () =>
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => void sendSnapshot(coords.latitude, coords.longitude),
        () => setDenied(true),
        { maximumAge: SNAPSHOT_INTERVAL_MS },
      );
    setDenied(false);
    send();
    const timer = setInterval(send, SNAPSHOT_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [on]);
  return denied;
}
