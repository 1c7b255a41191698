import { z } from 'zod';

/** An IANA time zone: `Europe/Madrid`. */
export const timeZone = z.string().max(64).refine(isKnownPlace);

/** Time zones to choose from, by this process's data. */
export const TIME_ZONES: readonly string[] = [...Intl.supportedValuesOf('timeZone').filter(isPlace), 'UTC'];

function isKnownPlace(zone: string): boolean {
  if (zone === 'UTC') return true;
  try {
    return isPlace(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** Excludes zones with a fixed offset, such as `EST` or `Etc/GMT-1`, which do not follow a place's clock changes. */
function isPlace(zone: string): boolean {
  return zone.includes('/') && !zone.startsWith('Etc/');
}
