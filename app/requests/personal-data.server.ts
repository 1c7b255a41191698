import { and, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { hasRung } from '#app/marketplace/requests/change-requests.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { callRequest } from '#db/schema/index.ts';

/** Requests to call a streamer now, in either role; a streamer's only if they rang. */
export function requestData(viewer: SignedIn) {
  const { producerId, consumerId, clientKey, ...fields } = getTableColumns(callRequest);
  const calls = inPages((limit, offset) =>
    db
      .select({ ...fields, asStreamer: sql<boolean>`${producerId} = ${viewer.id}` })
      .from(callRequest)
      .where(or(eq(consumerId, viewer.id), and(eq(producerId, viewer.id), hasRung)))
      .orderBy(desc(callRequest.createdAt), desc(callRequest.id))
      .limit(limit)
      .offset(offset),
  );
  return { calls };
}
