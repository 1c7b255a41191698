import { useParams } from '@remix-run/react';
import { Suspense, useSyncExternalStore } from 'react';
import type { SeatName } from '#protocol/channel.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';
import { type SeatTicket, seatTicketSchema } from '#protocol/ticket.ts';
import { findDevices } from './devices/open-devices.ts';
import RoomPage from './room/room-page.tsx';
import { useCallOwner } from './state/call-owner.ts';
import { approachRoom } from './state/call-store.ts';

/** A code in the URL may be written in any way. */
const codeOf = (token: string) => roomCodeSchema.safeParse(token).data ?? token;

/**
 * Connects to the room of an invitation link while its page is still being hydrated.
 * @param data the ticket that came with the page, if there is one
 */
export function approachInvited(data: unknown): void {
  const token = location.pathname.split('/').at(-1);
  const ticket = seatTicketSchema.safeParse(data).data;
  if (!token || !ticket) return;
  approachRoom(codeOf(token), 'guest', { ticket });
  findDevices();
}

/**
 * Both room routes. Media is browser-only, so the server renders only the dark room.
 * @param invited the ticket that came with the page
 */
export function RoomRoute({ seat, invited }: { seat: SeatName; invited: SeatTicket | null }) {
  const { token } = useParams();
  const code = token === undefined ? null : codeOf(token);
  // Also false while the server's page is taken over. From another page, the room is there at once.
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
          <RoomPage seat={seat} token={code} invited={invited} />
        </Suspense>
      )}
    </div>
  );
}
