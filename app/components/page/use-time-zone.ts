import { useSyncExternalStore } from 'react';

/** The reader's time zone: `Europe/Madrid`; UTC from the server, which does not know it, and without JavaScript. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  );
}

const neverChanges = () => () => {};
