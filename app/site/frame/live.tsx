import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { unsaved } from '#app/forms/unsaved.ts';
import { loadCatalogues } from '#app/i18n/catalogues.ts';
import { useLanguage } from '#app/i18n/locale.tsx';
import LiveNotifications from '#app/notifications/live/live-notifications.tsx';
import { useStayAvailable } from '#app/requests/stay-available.ts';
import { useRootData } from '../root-data.ts';
import { onLogOut } from './log-out.ts';

/** How often a page checks whether an open call has ended, which sends no notification. */
const LOOK_MS = 10_000;

/** Keeps a logged-in user's page up to date, and shows ringing requests. */
export default function Live() {
  const root = useRootData();
  const { unread = 0, takesCalls = false } = root?.signedIn ?? {};
  const renew = useRenew();
  useStayAvailable(takesCalls);
  const language = useLanguage();
  const loadRinging = async () => {
    const [part] = await Promise.all([
      import('./ringing-request.tsx'),
      // Without its texts it could not be rendered, which would break the page.
      loadCatalogues(language, ['call', 'errors']),
    ]);
    return part;
  };
  // At once, not with the next render: a request under way would be refused after the logout.
  const [line] = useState(() => new AbortController());
  useEffect(() => onLogOut(() => line.abort()), [line]);
  const inCall = root?.call != null;
  useEffect(() => {
    if (!inCall) return;
    const timer = setInterval(renew, LOOK_MS);
    return () => clearInterval(timer);
  }, [inCall, renew]);
  return <LiveNotifications unread={unread} onNews={renew} loadRinging={loadRinging} until={line.signal} />;
}

/** @returns a function that reloads the page's data once no navigation is under way */
function useRenew(): () => void {
  const { revalidate } = useRevalidator();
  // Remix would restart a navigation that is under way.
  const isIdle = useNavigation().state === 'idle';
  // Counted: a mark that is set again before its removal is rendered would go unnoticed, then and ever after.
  const [wanted, renew] = useReducer((count: number) => count + 1, 0);
  const done = useRef(wanted);
  useEffect(() => {
    if (wanted === done.current || !isIdle) return;
    done.current = wanted;
    // A form being edited refers to the version of the row it was opened with.
    if (!unsaved.any()) revalidate();
  }, [wanted, isIdle, revalidate]);
  return renew;
}
