import Bowser from 'bowser';

/** Readable device name for a User-Agent, e.g. `Firefox, Android`; null without a User-Agent. */
export function deviceName(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  // "iPhone" or "iPad" rather than "iOS".
  const system = os.name === 'iOS' ? platform.model : os.name;
  const known = [browser.name?.replace(/^Microsoft /, ''), system].filter(Boolean);
  return system ? known.join(', ') : userAgent.slice(0, 60);
}
