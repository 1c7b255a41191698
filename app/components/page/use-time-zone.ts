import { useSyncExternalStore } from 'react';

/** The reader's time zone, e.g. `Europe/Madrid`. UTC on the server, which does not know it, and without JavaScript. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  );
}

const neverChanges = () => () => {};
