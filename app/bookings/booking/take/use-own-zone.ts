import { useEffect, useState } from 'react';

/** The browser's time zone; UTC on the server and in the first render, which must match. */
export function useOwnZone(): string {
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  return zone;
}
