import { and, eq, isNull, sql } from 'drizzle-orm';
import { areApart } from '#app/entities/user/descriptor.server.ts';
import type { SignedIn, Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { user, userFavourite } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { FREE_CALLERS, type FreeCallers } from '#protocol/free-callers.ts';

/**
 * What `/call/URLNAME` offers the viewer. `LOG_IN`: favourites may call, and the viewer may be one. `NO`: not the
 * viewer.
 */
export type LinkState = 'OWN' | 'YES' | 'LOG_IN' | 'NO';

/** Whose link it is, and whether the viewer may call them for free; null without such an account. */
export async function findLink(viewer: Viewer, urlname: string, on: Database | Transaction = db) {
  if (urlname.includes('\0')) return null;
  const isFavourite = viewer
    ? sql<boolean>`exists (select 1 from ${userFavourite}
        where ${userFavourite.userId} = ${user.id} and ${userFavourite.favouriteId} = ${viewer.id})`
    : sql<boolean>`false`;
  const [found] = await on
    .select({
      id: user.id,
      username: user.username,
      firstName: user.firstName,
      urlname: user.urlname,
      avatarKey: user.avatarKey,
      freeCallers: user.freeCallers,
      isFavourite,
      isApart: viewer ? sql<boolean>`${areApart(viewer.id, user.id)}` : sql<boolean>`false`,
    })
    .from(user)
    .where(and(eq(user.urlname, urlname.toLowerCase()), isNull(user.suspendedAt)));
  return found ? { ...found, state: stateOf(found, viewer) } : null;
}

type Found = { id: string; freeCallers: FreeCallers; isFavourite: boolean; isApart: boolean };

function stateOf({ id, freeCallers, isFavourite, isApart }: Found, viewer: Viewer): LinkState {
  if (viewer?.id === id) return 'OWN';
  if (isApart || freeCallers === 'NOBODY') return 'NO';
  if (freeCallers === 'EVERYONE' || isFavourite) return 'YES';
  return viewer ? 'NO' : 'LOG_IN';
}

/** The viewer's own link: its name in the URL, and who may call. */
export async function ownLink(viewer: SignedIn): Promise<{ urlname: string; freeCallers: FreeCallers }> {
  const { urlname, freeCallers } = user;
  const [found] = await db.select({ urlname, freeCallers }).from(user).where(eq(user.id, viewer.id));
  if (!found) throw new ProtocolError('NOT_SIGNED_IN');
  return found;
}

/** @throws ProtocolError BAD_MESSAGE for an unknown choice */
export async function chooseFreeCallers(viewer: SignedIn, chosen: string): Promise<void> {
  const freeCallers = FREE_CALLERS.find((one) => one === chosen);
  if (!freeCallers) throw new ProtocolError('BAD_MESSAGE');
  await db.update(user).set({ freeCallers }).where(eq(user.id, viewer.id));
}
