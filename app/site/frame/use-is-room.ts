import { useMatches } from '@remix-run/react';
import { isPageHandle } from '#app/i18n/handle.ts';

/** Whether the current page is a room, by its route's handle. */
export function useIsRoom(): boolean {
  return useMatches().some(({ handle }) => isPageHandle(handle) && handle.chrome === 'room');
}
