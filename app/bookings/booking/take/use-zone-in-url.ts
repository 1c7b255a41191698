import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { ownTimeZone } from '#app/i18n/time-zones.ts';

/**
 * Reloads the page with the browser's time zone as `zone`, which the server cannot know, unless the URL has one.
 * @param zones the selectable ones
 */
export function useZoneInUrl(zones: readonly string[]): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    const here = ownTimeZone();
    if (search.has('zone') || !zones.includes(here)) return;
    const query = new URLSearchParams(search);
    query.set('zone', here);
    navigate(`?${query}`, { replace: true, preventScrollReset: true });
  }, [search, zones, navigate]);
}
