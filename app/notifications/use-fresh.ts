import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { fetchJson } from '#app/realtime/http.ts';

/**
 * Notifications that the page shows are read from now on, but told apart until it is left.
 * @param unread ids
 * @returns those that were not read when the page first showed them
 */
export function useFresh(unread: string[]): ReadonlySet<string> {
  const { revalidate } = useRevalidator();
  const fresh = useRef(new Set<string>());
  for (const id of unread) fresh.current.add(id);
  const ids = unread.join(' ');
  useEffect(() => {
    if (!ids) return;
    const read = fetchJson('/api/notification/read', z.object({}), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids: ids.split(' ') }),
    });
    // For the number in the header. If it fails, they are read at the next visit.
    read.then(revalidate, () => {});
  }, [ids, revalidate]);
  return fresh.current;
}
