import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { SignedIn } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inquiry } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Page size of the list. */
export const INQUIRIES_A_PAGE = 20;

/** Messages that the user sent while logged in, newest first. */
export async function listOwnInquiries({ id }: SignedIn, page: number) {
  const rows = await db
    .select({
      id: inquiry.id,
      createdAt: inquiry.createdAt,
      kind: inquiry.kind,
      message: sql<string | null>`left(${inquiry.message}, 200)`,
      answeredAt: inquiry.answeredAt,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(inquiry)
    .where(eq(inquiry.userId, id))
    .orderBy(desc(inquiry.createdAt), desc(inquiry.id))
    .limit(INQUIRIES_A_PAGE)
    .offset((page - 1) * INQUIRIES_A_PAGE);
  return { inquiries: rows.map(({ total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** @throws ProtocolError NOT_FOUND, also if it is someone else's */
export async function readOwnInquiry(viewer: SignedIn, id: string): Promise<typeof inquiry.$inferSelect> {
  const parsed = z.uuid().safeParse(id);
  const [row] = parsed.success
    ? await db
        .select()
        .from(inquiry)
        .where(and(eq(inquiry.id, parsed.data), eq(inquiry.userId, viewer.id)))
    : [];
  if (!row) throw new ProtocolError('NOT_FOUND');
  return row;
}
