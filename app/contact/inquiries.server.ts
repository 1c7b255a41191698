import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inquiry } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Messages per page of the list. */
export const INQUIRIES_A_PAGE = 20;

/** Condition: the message has an answer its sender has not opened. */
const isUnread = sql`(${inquiry.answeredAt} is not null
  and (${inquiry.answerSeenAt} is null or ${inquiry.answerSeenAt} < ${inquiry.answeredAt}))`;

/**
 * Counts the unread answers to a user's messages.
 * @param opening message being opened, which does not count
 */
export function countUnread({ id }: SignedIn, opening: string | undefined): Promise<number> {
  const open = z.uuid().safeParse(opening);
  const others = open.success ? ne(inquiry.id, open.data) : undefined;
  return db.$count(inquiry, and(eq(inquiry.userId, id), isUnread, others));
}

/** Messages that the user sent while logged in, newest first. */
export async function listOwnInquiries({ id }: SignedIn, page: number) {
  const rows = await db
    .select({
      id: inquiry.id,
      createdAt: inquiry.createdAt,
      kind: inquiry.kind,
      message: sql<string | null>`left(${inquiry.message}, 200)`,
      answeredAt: inquiry.answeredAt,
      unread: sql<boolean>`${isUnread}`,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(inquiry)
    .where(eq(inquiry.userId, id))
    .orderBy(desc(inquiry.createdAt), desc(inquiry.id))
    .limit(INQUIRIES_A_PAGE)
    .offset((page - 1) * INQUIRIES_A_PAGE);
  return { inquiries: rows.map(({ total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/**
 * Opens a message and marks its answer as read.
 * @throws ProtocolError NOT_FOUND, also if it is someone else's
 */
export async function openOwnInquiry(viewer: SignedIn, id: string): Promise<typeof inquiry.$inferSelect> {
  const parsed = z.uuid().safeParse(id);
  if (!parsed.success) throw new ProtocolError('NOT_FOUND');
  const own = and(eq(inquiry.id, parsed.data), eq(inquiry.userId, viewer.id));
  const [row] = await db.select().from(inquiry).where(own);
  if (!row) throw new ProtocolError('NOT_FOUND');
  // The time of the answer shown: a newer one may be written meanwhile.
  await db.update(inquiry).set({ answerSeenAt: row.answeredAt }).where(and(own, isUnread));
  return row;
}
