import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { audit } from '#db/schema/index.ts';

/** The audit trail's entries about a user's actions. */
export function activityData(id: string) {
  const activity = inPages((limit, offset) =>
    db
      .select({ createdAt: audit.createdAt, action: audit.action, address: audit.address })
      .from(audit)
      .where(eq(audit.actorId, id))
      .orderBy(desc(audit.createdAt), desc(audit.id))
      .limit(limit)
      .offset(offset),
  );
  return { activity };
}
