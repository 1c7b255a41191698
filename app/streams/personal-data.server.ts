import { desc, getTableColumns, sql } from 'drizzle-orm';
import { isStreamOf } from '#app/entities/stream/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { stream } from '#db/schema/index.ts';

/** A user's streams, in either role. */
export function streamData(viewer: SignedIn) {
  const { producerId, consumerId, ...fields } = getTableColumns(stream);
  const streams = inPages((limit, offset) =>
    db
      .select({ ...fields, asStreamer: sql<boolean>`${producerId} = ${viewer.id}` })
      .from(stream)
      .where(isStreamOf(viewer))
      .orderBy(desc(stream.createdAt), desc(stream.id))
      .limit(limit)
      .offset(offset),
  );
  return { streams };
}
