import type { Database } from '#db/client.ts';
import { CHANNEL_EXTEND } from '#db/schema/index.ts';
import type { Log } from '../log.ts';
import type { Rooms } from '../rooms/rooms.ts';

/**
 * Extends the calls whose codes the web server notifies; the node that holds the room acts. If a notification is
 * missed, the meter rereads the call's end shortly before it is due.
 */
export async function listenForExtensions(
  db: Database,
  rooms: Rooms,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const extend = (token: string) => {
    rooms.extend(token).catch((error: unknown) => log.error({ err: error }, 'could not extend the call'));
  };
  const { unlisten } = await db.$client.listen(CHANNEL_EXTEND, extend);
  return { stop: unlisten };
}
