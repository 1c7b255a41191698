import { useParams } from '@remix-run/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SeatName } from '#protocol/channel.ts';
import { useCallOwner } from './state/call-owner.ts';

const RoomPage = lazy(() => import('./room/room-page.tsx'));

/** Both room routes. Media is browser-only, so the server renders only the dark room. */
export function RoomRoute({ seat }: { seat: SeatName }) {
  const { token } = useParams();
  const [inBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  useCallOwner();
  return (
    <div data-room className="relative h-dvh overflow-hidden bg-ink text-white">
      {inBrowser && (
        <Suspense>
          <RoomPage seat={seat} token={token ?? null} />
        </Suspense>
      )}
    </div>
  );
}
