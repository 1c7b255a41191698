import { useParams } from '@remix-run/react';
import { Suspense, useSyncExternalStore } from 'react';
import type { SeatName } from '#protocol/channel.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';
import type { RequestedSeat } from '#protocol/ticket.ts';
import { TestPaymentsContext } from './meter/test-payments.tsx';
import RoomPage from './room/room-page.tsx';
import { useCallOwner } from './state/call-owner.ts';

type RoomRouteProps = { seat: SeatName; invited: RequestedSeat | null; testPayments: boolean };

/**
 * Both room routes. Media is browser-only, so the server renders only the dark room.
 * @param invited the ticket that came with the page
 * @param testPayments paid calls on this site move no money
 */
export function RoomRoute({ seat, invited, testPayments }: RoomRouteProps) {
  const { token = null } = useParams();
  // A code in the URL may be written in different ways.
  const code = roomCodeSchema.safeParse(token).data ?? token;
  // False also during hydration. After a navigation from another page, the room is rendered at once.
  const inBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  useCallOwner();
  return (
    <div data-room className="relative h-dvh overflow-hidden bg-ink text-white">
      {inBrowser && (
        <Suspense>
          <TestPaymentsContext.Provider value={testPayments}>
            <RoomPage seat={seat} token={code} invited={invited} />
          </TestPaymentsContext.Provider>
        </Suspense>
      )}
    </div>
  );
}
