import { desc, eq, or, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { freeCall } from '#db/schema/index.ts';
import { ownLink } from './link.server.ts';

/** Who may call the person by their link, and free calls by links, in either role. */
export async function freeCallData(viewer: SignedIn) {
  const { id, createdAt, status, calleeId, callerId } = freeCall;
  const freeCalls = inPages((limit, offset) =>
    db
      .select({
        id,
        createdAt,
        status,
        asCaller: sql<boolean>`${callerId} is not distinct from ${viewer.id}`,
      })
      .from(freeCall)
      .where(or(eq(calleeId, viewer.id), eq(callerId, viewer.id)))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit)
      .offset(offset),
  );
  return { freeCallers: (await ownLink(viewer)).freeCallers, freeCalls };
}
