import { useEffect } from 'react';

/**
 * A call ends when no component shows it any more. The dialog on the home page hands it over to the room page within
 * one navigation, so owners are counted after React has committed. The call module is imported only to end it: the home
 * page loads this file.
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
