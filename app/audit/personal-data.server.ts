import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { audit } from '#db/schema/index.ts';

/** The audit trail's entries about a user's actions. */
export async function activityData(id: string) {
  const activity = await db
    .select({ createdAt: audit.createdAt, action: audit.action, address: audit.address })
    .from(audit)
    .where(eq(audit.actorId, id))
    .orderBy(desc(audit.createdAt));
  return { activity };
}
