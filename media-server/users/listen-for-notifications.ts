import type { Database } from '#db/client.ts';
import { NOTIFICATION_CHANGE } from '#db/schema/index.ts';
import type { UserSockets } from './user-sockets.ts';

/**
 * Tells people's pages what the web server notifies. What is sent while the database connection is lost is missed, so
 * afterwards all pages have to come back, and look again.
 */
export async function listenForNotifications(
  db: Database,
  users: UserSockets,
): Promise<{ stop: () => Promise<void> }> {
  const tell = (payload: string) => {
    const [user = '', id = ''] = payload.split(' ');
    users.tell(user, id);
  };
  // At the start there are none.
  const { unlisten } = await db.$client.listen(NOTIFICATION_CHANGE, tell, () => users.disconnect());
  return { stop: unlisten };
}
