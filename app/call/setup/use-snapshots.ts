import { useEffect, useRef, useState } from 'react';
import { SNAPSHOT_INTERVAL_MS } from '#protocol/limits.ts';
import { currentCall } from '../state/call-store.ts';

type Snapshots = {
  /** The browser denied access. */
  denied: boolean;
  /** Withdraws the last location from the guest, at once. */
  withdraw(): void;
};

/** While `on`, sends the host's location at once and then every ten seconds. @param shared the guest may see it */
export function useSnapshots(on: boolean, shared: boolean): Snapshots {
  const [denied, setDenied] = useState(false);
  const last = useRef<{ latitude: number; longitude: number } | null>(null);
  useEffect(() => {
    if (!on) return;
    let stopped = false;
    const send = () =>
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => {
          if (stopped) return;
          last.current = { latitude, longitude };
          void currentCall()?.sendSnapshot({ latitude, longitude, shared });
        },
        () => setDenied(true),
        { maximumAge: SNAPSHOT_INTERVAL_MS },
      );
    setDenied(false);
    send();
    const timer = setInterval(send, SNAPSHOT_INTERVAL_MS);
    return () => {
      stopped = true;
      clearInterval(timer);
    };
  }, [on, shared]);
  const withdraw = () => {
    if (last.current) void currentCall()?.sendSnapshot({ ...last.current, shared: false });
  };
  return { denied, withdraw };
}
