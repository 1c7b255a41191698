import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { inquiry } from '#db/schema/index.ts';

/** Messages that a user sent while logged in. */
export async function messageData(id: string) {
  return {
    inquiries: await db.select().from(inquiry).where(eq(inquiry.userId, id)).orderBy(desc(inquiry.createdAt)),
  };
}
