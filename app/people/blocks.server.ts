import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { user, userBlock, userFavourite } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type Person, personFields } from './favourites.server.ts';

/** Whom the viewer has blocked, the last one first. */
export function listBlocked(viewer: SignedIn): Promise<Person[]> {
  return db
    .select(personFields(viewer))
    .from(userBlock)
    .innerJoin(user, eq(user.id, userBlock.blockedId))
    .where(eq(userBlock.userId, viewer.id))
    .orderBy(desc(userBlock.createdAt), desc(user.id));
}

/** From now on neither of the two sees the other; neither stays the other's favourite. */
export async function block(viewer: SignedIn, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(userBlock).values({ userId: viewer.id, blockedId: id }).onConflictDoNothing();
    const { userId, favouriteId } = userFavourite;
    await tx
      .delete(userFavourite)
      .where(
        or(and(eq(userId, viewer.id), eq(favouriteId, id)), and(eq(userId, id), eq(favouriteId, viewer.id))),
      );
  });
}

/**
 * For people who have no profile to be blocked from.
 * @throws ProtocolError INVALID_DATA with the field `username`: there is nobody of that name, or it is the viewer's
 */
export async function blockByName(viewer: SignedIn, username: string): Promise<void> {
  const [found] = await db
    .select({ id: user.id })
    .from(user)
    .where(eq(sql`lower(${user.username})`, sql`lower(${username.trim().replaceAll('\0', '')})`));
  if (!found || found.id === viewer.id) {
    const problem = { kind: 'unknown' } as const;
    throw new ProtocolError('INVALID_DATA', [{ path: 'username', message: 'is nobody else’s', problem }]);
  }
  await block(viewer, found.id);
}

export async function unblock(viewer: SignedIn, id: string): Promise<void> {
  await db.delete(userBlock).where(and(eq(userBlock.userId, viewer.id), eq(userBlock.blockedId, id)));
}
