import { useEffect } from 'react';

/**
 * A call ends when nothing on screen shows it any more. The dialog on the home page hands it to the room page within
 * one navigation, so the count is taken after React has settled. Imports the call itself only to end it: the home
 * page loads this.
 */
let owners = 0;

export function useCallOwner(): void {
  useEffect(() => {
    owners++;
    return () => {
      owners--;
      setTimeout(() => {
        if (owners === 0) void import('./call-store.ts').then(({ resetCall }) => resetCall());
      });
    };
  }, []);
}
