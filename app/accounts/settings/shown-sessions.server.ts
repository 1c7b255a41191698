import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { deviceName } from '../sessions/device-name.server.ts';
import { listSessions } from '../sessions/sessions.server.ts';

export type ShownSession = {
  id: string;
  /** Null if unknown. */
  device: string | null;
  /** Address of the client that logged in. */
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** Whether it is the viewer's own session. */
  current: boolean;
};

/** A user's sessions, as pages show them. */
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
