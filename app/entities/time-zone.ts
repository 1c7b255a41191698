import { z } from 'zod';
import { findTimeZone, laterName } from '#app/i18n/time-zones.ts';

/** The time zone of a place, by any of its names; becomes IANA's: `Europe/Madrid`. */
export const timeZone = z
  .string()
  .max(64)
  .refine((name) => isPlace(name) && isPlace(findTimeZone(name)))
  .overwrite((name) => findTimeZone(name) ?? name);

/** Time zones to choose from, by this process's data. */
export const TIME_ZONES: readonly string[] = [
  ...Intl.supportedValuesOf('timeZone').map(laterName).filter(isPlace).sort(),
  'UTC',
];

/** Excludes zones with a fixed offset, such as `EST` or `Etc/GMT-1`, which do not follow a place's clock changes. */
function isPlace(zone: string | null): boolean {
  return zone === 'UTC' || (zone?.includes('/') === true && !zone.startsWith('Etc/'));
}
