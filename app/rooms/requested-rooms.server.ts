import type { Transaction } from '#db/client.ts';
import { channel } from '#db/schema/index.ts';
import { accountKey } from './browser-key.server.ts';
import { lastRegionOf, placeRoom, placing } from './media-nodes.server.ts';
import { newRoomCode } from './rooms.server.ts';

/** Time two people have to enter the room after a request was accepted. */
const ENTER_MS = 3 * 60_000;

type Requested = { streamId: string; producerId: string; consumerId: string; endsAt: Date };

/**
 * Creates the room of an accepted request, with the streamer as host.
 * @throws ProtocolError UNAVAILABLE if no media server takes rooms, FULL if none has capacity
 */
export async function roomOfRequest(tx: Transaction, requested: Requested): Promise<void> {
  const { streamId, producerId, consumerId, endsAt } = requested;
  const enterBy = new Date(Math.min(Date.now() + ENTER_MS, endsAt.getTime()));
  const region = await lastRegionOf(producerId, tx);
  const room = {
    ...{ token: newRoomCode(), nodeId: placeRoom({ region, isPaid: true }), region, streamId, endsAt },
    hostKey: accountKey(producerId),
    hostUserId: producerId,
    guestReservedFor: consumerId,
    expiresAt: enterBy,
  };
  await placing(tx.insert(channel).values(room));
}
