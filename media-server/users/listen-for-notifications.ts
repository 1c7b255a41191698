import type { Database } from '#db/client.ts';
import { NOTIFICATION_CHANGE } from '#db/schema/index.ts';
import type { UserSockets } from './user-sockets.ts';

/**
 * Passes the web server's notifications on to people's pages. Those sent while the database connection is lost are
 * missed, so after a reconnect all pages have to reconnect and reload.
 */
export async function listenForNotifications(
  db: Database,
  users: UserSockets,
): Promise<{ stop: () => Promise<void> }> {
  const tell = (payload: string) => {
    const [user = '', id = ''] = payload.split(' ');
    users.tell(user, id);
  };
  // At the start there are no sockets to disconnect.
  const { unlisten } = await db.$client.listen(NOTIFICATION_CHANGE, tell, () => users.disconnect());
  return { stop: unlisten };
}
