import { useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Loads the page again with the browser's time zone as `zone`, which the server does not know, unless its URL has one.
 * @param zones those that can be chosen
 */
export function useZoneInUrl(zones: readonly string[]): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  useEffect(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (search.has('zone') || !zones.includes(here)) return;
    const query = new URLSearchParams(search);
    query.set('zone', here);
    navigate(`?${query}`, { replace: true, preventScrollReset: true });
  }, [search, zones, navigate]);
}
