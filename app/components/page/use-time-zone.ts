import { useSyncExternalStore } from 'react';
import { ownTimeZone } from '#app/i18n/time-zones.ts';

/** The reader's time zone, e.g. `Europe/Madrid`. UTC on the server, which does not know it, and without JavaScript. */
export function useTimeZone(): string {
  return useSyncExternalStore(neverChanges, ownTimeZone, () => 'UTC');
}

const neverChanges = () => () => {};
