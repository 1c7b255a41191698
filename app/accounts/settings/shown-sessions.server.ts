import type { SignedIn } from '#app/http/viewer.ts';
import { listSessions } from '../sessions.server.ts';
import { deviceName } from './device-name.server.ts';

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
