import Bowser from 'bowser';

/** Readable device name for a User-Agent, as in `Firefox, Android`; null where it says nothing. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  // An iPhone is better known than the system it runs.
  const system = os.name === 'iOS' ? platform.model : os.name;
  const known = [browser.name?.replace(/^Microsoft /, ''), system].filter(Boolean);
  return system ? known.join(', ') : userAgent.slice(0, 60);
}
