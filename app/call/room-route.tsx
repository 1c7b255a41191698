import { useParams } from '@remix-run/react';
import { Suspense, useEffect, useState } from 'react';
import type { SeatName } from '#protocol/channel.ts';
import type { SeatTicket } from '#protocol/ticket.ts';
import RoomPage from './room/room-page.tsx';
import { useCallOwner } from './state/call-owner.ts';

/**
 * Both room routes. Media is browser-only, so the server renders only the dark room.
 * @param invited the ticket that came with the page
 */
export function RoomRoute({ seat, invited }: { seat: SeatName; invited: SeatTicket | null }) {
  const { token } = useParams();
  const [inBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  useCallOwner();
  return (
    <div data-room className="relative h-dvh overflow-hidden bg-ink text-white">
      {inBrowser && (
        <Suspense>
          <RoomPage seat={seat} token={token ?? null} invited={invited} />
        </Suspense>
      )}
    </div>
  );
}
