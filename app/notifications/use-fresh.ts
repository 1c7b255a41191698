import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { fetchJson } from '#app/realtime/http.ts';

/**
 * Marks the page's notifications as read, but keeps highlighting them until the page is left.
 * @param unread ids
 * @returns ids of those that were unread when the page first showed them
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
    // Updates the number in the header. If it fails, they are marked as read at the next visit.
    read.then(revalidate, () => {});
  }, [ids, revalidate]);
  return fresh.current;
}
