import type { Database } from '#db/client.ts';
import { CHANNEL_END } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Log } from '../log.ts';
import type { Rooms } from '../rooms/rooms.ts';

/**
 * Ends the rooms whose codes the web server notifies. Every node hears of every room; the one that holds it acts, or
 * any one where that is down. What is notified while the connection to the database is away is lost: whoever asked
 * sees that the room goes on, and asks again.
 */
export async function listenForEnds(
  db: Database,
  rooms: Rooms,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const end = (token: string) => {
    rooms.endByAdmin(token).catch((error: unknown) => {
      // Over already, or another node's.
      if (!(error instanceof ProtocolError)) log.error({ err: error }, 'could not end the room');
    });
  };
  const { unlisten } = await db.$client.listen(CHANNEL_END, end);
  return { stop: unlisten };
}
