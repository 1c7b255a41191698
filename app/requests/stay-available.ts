import { useEffect } from 'react';
import { z } from 'zod';
import { fetchJson } from '#app/realtime/http.ts';

const AGAIN_MS = 30 * 60_000;

/** Prolongs a streamer's availability for calls while a page is open. @param takesCalls as loaded by the page */
export function useStayAvailable(takesCalls: boolean): void {
  useEffect(() => {
    if (!takesCalls) return;
    const say = () => {
      const said = fetchJson('/api/request/available', z.object({}), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        // Does not turn availability on again if they turned it off on another page.
        body: JSON.stringify({ available: true, onlyLonger: true }),
      });
      // Repeated by the next interval.
      said.catch(() => {});
    };
    const timer = setInterval(say, AGAIN_MS);
    return () => clearInterval(timer);
  }, [takesCalls]);
}
