import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Removes `?done=` from the address, so that neither a reload nor Back reports the success again. Remix's location
 * keeps it, and the page shows it, until the next navigation.
 */
export function useForgetDone(): void {
  const location = useLocation();
  useEffect(() => {
    const { pathname, search, hash } = location;
    const query = new URLSearchParams(search);
    if (!query.has('done')) return;
    query.delete('done');
    const address = `${pathname}${query.size > 0 ? `?${query}` : ''}${hash}`;
    window.history.replaceState(window.history.state, '', address);
  }, [location]);
}
