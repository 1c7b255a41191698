import { useEffect } from 'react';
import { z } from 'zod';
import { fetchJson } from '#app/realtime/http.ts';

const AGAIN_MS = 30 * 60_000;

/** A streamer who takes calls goes on to do so as long as a page is open. @param takesCalls as the page has it */
export function useStayAvailable(takesCalls: boolean): void {
  useEffect(() => {
    if (!takesCalls) return;
    const say = () => {
      const said = fetchJson('/api/request/available', z.object({}), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        // They may have said otherwise on another page.
        body: JSON.stringify({ available: true, onlyLonger: true }),
      });
      // It is said again.
      said.catch(() => {});
    };
    const timer = setInterval(say, AGAIN_MS);
    return () => clearInterval(timer);
  }, [takesCalls]);
}
