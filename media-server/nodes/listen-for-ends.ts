import type { Database } from '#db/client.ts';
import { CHANNEL_END } from '#db/schema/index.ts';
import { type EndReason, endReasonSchema } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Log } from '../log.ts';
import type { ChannelStore } from '../rooms/channel-store.ts';
import type { Rooms } from '../rooms/rooms.ts';

/**
 * Ends the rooms whose codes the web server notifies. Every node receives all notifications; the one that holds the
 * room acts, or any other if that one is down. Notifications sent while the database connection is lost are missed:
 * after a reconnect this searches for rooms of cancelled bookings; for other rooms the web server sees that the room
 * still runs, and retries.
 */
export async function listenForEnds(
  db: Database,
  store: ChannelStore,
  rooms: Rooms,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const failed = (error: unknown) => {
    // The room is already over, or another node holds it.
    if (!(error instanceof ProtocolError)) log.error({ err: error }, 'could not end the room');
  };
  const end = (token: string, reason: EndReason) => rooms.end(token, reason).catch(failed);
  const notified = (payload: string) => {
    const [token = '', reason] = payload.split(' ');
    void end(token, endReasonSchema.catch('admin').parse(reason));
  };
  const endMissed = () =>
    store.cancelled().then((tokens) => Promise.all(tokens.map((token) => end(token, 'cancelled'))), failed);
  // Also called once at the start.
  const { unlisten } = await db.$client.listen(CHANNEL_END, notified, () => void endMissed());
  return { stop: unlisten };
}
