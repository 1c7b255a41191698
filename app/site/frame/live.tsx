import { useRevalidator } from '@remix-run/react';
import { lazy } from 'react';
import { unsaved } from '#app/forms/unsaved.ts';
import LiveNotifications from '#app/notifications/live/live-notifications.tsx';
import { useStayAvailable } from '#app/requests/stay-available.ts';
import { useRootData } from '../root-data.ts';

const RingingRequest = lazy(() => import('./ringing-request.tsx'));

/** Keeps a signed-in person's page up to date, and shows a request that rings. */
export default function Live() {
  const { revalidate } = useRevalidator();
  const { unread = 0, takesCalls = false } = useRootData()?.signedIn ?? {};
  useStayAvailable(takesCalls);
  return (
    <LiveNotifications
      unread={unread}
      onNews={() => {
        // A form that is being filled in is of the row's version that it was opened with.
        if (!unsaved.any()) revalidate();
      }}
      Ringing={RingingRequest}
    />
  );
}
