import { and, desc, eq, sql } from 'drizzle-orm';
import { withinLimit } from '#app/entities/crud/row-limit.server.ts';
import type { RowLimit } from '#app/entities/entity.server.ts';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { user, userFavourite } from '#db/schema/index.ts';

/** Favourites per account. */
const FAVOURITES: RowLimit = { owner: userFavourite.userId, rows: 500 };

/** A user in a list of favourites or blocked people. */
export type Person = {
  id: string;
  username: string;
  urlname: string;
  avatarKey: string | null;
  /** Whether the viewer can currently see their profile. */
  shown: boolean;
};

export function personFields(viewer: SignedIn) {
  return {
    id: user.id,
    username: user.username,
    urlname: user.urlname,
    avatarKey: user.avatarKey,
    shown: sql<boolean>`${validForDisplay(viewer)}`,
  };
}

/** The viewer's favourites, most recently added first. */
export function listFavourites(viewer: SignedIn): Promise<Person[]> {
  return db
    .select(personFields(viewer))
    .from(userFavourite)
    .innerJoin(user, eq(user.id, userFavourite.favouriteId))
    .where(eq(userFavourite.userId, viewer.id))
    .orderBy(desc(userFavourite.createdAt), desc(user.id));
}

export async function isFavourite(viewer: SignedIn, id: string): Promise<boolean> {
  return (await db.$count(userFavourite, favourite(viewer, id))) > 0;
}

/** @param id of a streamer the viewer can see. @throws ProtocolError TOO_MANY */
export async function addFavourite(viewer: SignedIn, id: string): Promise<void> {
  await inTransaction((tx) =>
    withinLimit(tx, FAVOURITES, viewer.id, async () => {
      await tx.insert(userFavourite).values({ userId: viewer.id, favouriteId: id }).onConflictDoNothing();
    }),
  );
}

export async function removeFavourite(viewer: SignedIn, id: string): Promise<void> {
  await db.delete(userFavourite).where(favourite(viewer, id));
}

const favourite = (viewer: SignedIn, id: string) =>
  and(eq(userFavourite.userId, viewer.id), eq(userFavourite.favouriteId, id));
