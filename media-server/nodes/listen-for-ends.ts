import type { Database } from '#db/client.ts';
import { CHANNEL_END } from '#db/schema/index.ts';
import { endReasonSchema } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Log } from '../log.ts';
import type { Rooms } from '../rooms/rooms.ts';

/**
 * Ends the rooms whose codes the web server notifies. Every node receives all notifications; the one that holds the
 * room acts, or any other if that one is down. Notifications sent while the database connection is lost are missed: the
 * caller sees that the room is still running and retries.
 */
export async function listenForEnds(
  db: Database,
  rooms: Rooms,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const end = (payload: string) => {
    const [token = '', reason] = payload.split(' ');
    rooms.end(token, endReasonSchema.catch('admin').parse(reason)).catch((error: unknown) => {
      // Already over, or held by another node.
      if (!(error instanceof ProtocolError)) log.error({ err: error }, 'could not end the room');
    });
  };
  const { unlisten } = await db.$client.listen(CHANNEL_END, end);
  return { stop: unlisten };
}
