import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { unsaved } from '#app/forms/unsaved.ts';
import { loadCatalogues } from '#app/i18n/catalogues.ts';
import { useLanguage } from '#app/i18n/locale.tsx';
import LiveNotifications from '#app/notifications/live/live-notifications.tsx';
import { useStayAvailable } from '#app/requests/stay-available.ts';
import { useRootData } from '../root-data.ts';

/** How often a page looks whether a call that can be returned to has ended, which no one is notified of. */
const LOOK_MS = 10_000;

/** Keeps a signed-in person's page up to date, and shows a request that rings. */
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
  const inCall = root?.call != null;
  useEffect(() => {
    if (!inCall) return;
    const timer = setInterval(renew, LOOK_MS);
    return () => clearInterval(timer);
  }, [inCall, renew]);
  return <LiveNotifications unread={unread} onNews={renew} loadRinging={loadRinging} />;
}

/** @returns has the page's data loaded anew, once nothing else is */
function useRenew(): () => void {
  const { revalidate } = useRevalidator();
  // Remix would begin a navigation that is under way anew.
  const isIdle = useNavigation().state === 'idle';
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (!isStale || !isIdle) return;
    setStale(false);
    // A form that is being filled in is of the row's version that it was opened with.
    if (!unsaved.any()) revalidate();
  }, [isStale, isIdle, revalidate]);
  const [renew] = useState(() => () => setStale(true));
  return renew;
}
