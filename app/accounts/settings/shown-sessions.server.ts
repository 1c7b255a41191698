import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { deviceName } from '../sessions/device-name.server.ts';
import { listSessions } from '../sessions/sessions.server.ts';

export type ShownSession = {
  id: string;
  /** Null if unknown. */
  device: string | null;
  /** That its login came from. */
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** The viewer's own. */
  current: boolean;
};

/** Where a user is logged in, as pages show it. */
export async function shownSessions(viewer: SignedIn, userId: string): Promise<ShownSession[]> {
  const sessions = await listSessions(userId);
  return sessions.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: deviceName(userAgent),
    address,
    createdAt,
    lastSeenAt,
    current: id === viewer.sessionId,
  }));
}
