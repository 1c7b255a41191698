import { and, desc, eq, isNotNull, or } from 'drizzle-orm';
import { z } from 'zod';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { browserKey } from '#app/rooms/browser-key.server.ts';
import { requestedChannel } from '#app/rooms/rooms.server.ts';
import { channel } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Finds the room of a call that the requester took part in, by account or browser.
 * @param id the room's; null for their last call
 * @throws ProtocolError NOT_FOUND if they were not in that call, or in any
 */
export async function ownCall(request: Request, viewer: Viewer, id: string | null) {
  const { key } = await browserKey(request);
  // Not by the room code, which is a secret and must not be in a URL.
  const known = z.uuid().safeParse(id ?? (await lastCall(viewer, key)));
  if (!known.success) throw new ProtocolError('NOT_FOUND');
  return requestedChannel(known.data, viewer, key);
}

async function lastCall(viewer: Viewer, key: string): Promise<string | undefined> {
  const { hostKey, guestKey, hostUserId, guestUserId, startedAt } = channel;
  const isIn = or(
    ...[eq(hostKey, key), eq(guestKey, key)],
    ...(viewer ? [eq(hostUserId, viewer.id), eq(guestUserId, viewer.id)] : []),
  );
  const [row] = await db
    .select({ id: channel.id })
    .from(channel)
    .where(and(isIn, isNotNull(startedAt)))
    .orderBy(desc(startedAt))
    .limit(1);
  return row?.id;
}
