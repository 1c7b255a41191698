import { and, desc, eq, or, sql } from 'drizzle-orm';
import { withinLimit } from '#app/entities/crud/row-limit.server.ts';
import type { RowLimit } from '#app/entities/entity.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { cancelBookings } from '#app/marketplace/bookings/change-bookings.server.ts';
import { refuseOtherFees } from '#app/marketplace/bookings/ending-costs.server.ts';
import { lockPeople } from '#app/marketplace/people/lock-people.server.ts';
import { cancelRequests } from '#app/marketplace/requests/change-requests.server.ts';
import { cancelFreeCalls } from '#app/marketplace/requests/free-calls.server.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { user, userBlock, userFavourite } from '#db/schema/index.ts';
import { type Price, ProtocolError } from '#protocol/errors.ts';
import { type Person, personFields } from './favourites.server.ts';

/** Blocked people per account. */
const BLOCKS: RowLimit = { owner: userBlock.userId, rows: 1_000 };

/** People the viewer has blocked, most recent first. */
export function listBlocked(viewer: SignedIn): Promise<Person[]> {
  return db
    .select(personFields(viewer))
    .from(userBlock)
    .innerJoin(user, eq(user.id, userBlock.blockedId))
    .where(eq(userBlock.userId, viewer.id))
    .orderBy(desc(userBlock.createdAt), desc(user.id));
}

/** Someone the viewer has blocked, by the name in their profile's URL; undefined for anyone else. */
export async function findBlocked(viewer: SignedIn, urlname: string) {
  if (urlname.includes('\0')) return undefined;
  const [found] = await db
    .select({ id: user.id, username: user.username })
    .from(userBlock)
    .innerJoin(user, eq(user.id, userBlock.blockedId))
    .where(and(eq(userBlock.userId, viewer.id), eq(user.urlname, urlname)));
  return found;
}

/**
 * Hides the two users from each other, removes each from the other's favourites and cancels their bookings, as the viewer
 * could have cancelled each.
 * @param fees the fees shown to the viewer
 * @throws ProtocolError PRICE_CHANGED with `current.fees`; TOO_MANY
 */
export async function block(viewer: SignedIn, id: string, fees: readonly Price[]): Promise<void> {
  await inTransaction(async (tx) => {
    // A concurrent booking or request by either person comes before this, and is cancelled, or after it, and is
    // refused.
    await lockPeople(tx, viewer.id, id);
    await refuseOtherFees(tx, fees, viewer.id, id);
    await withinLimit(tx, BLOCKS, viewer.id, async () => {
      await tx.insert(userBlock).values({ userId: viewer.id, blockedId: id }).onConflictDoNothing();
    });
    await cancelRequests(tx, viewer.id, id);
    await cancelFreeCalls(tx, viewer.id, id);
    await cancelBookings(tx, viewer.id, { reason: 'BLOCKED', own: true, other: id });
    const { userId, favouriteId } = userFavourite;
    await tx
      .delete(userFavourite)
      .where(
        or(and(eq(userId, viewer.id), eq(favouriteId, id)), and(eq(userId, id), eq(favouriteId, viewer.id))),
      );
  });
}

/**
 * Blocks someone by username, for people without a public profile.
 * @throws ProtocolError INVALID_DATA with the field `username` if there is no such user, or it is the viewer;
 * as `block`
 */
export async function blockByName(viewer: SignedIn, username: string, fees: readonly Price[]): Promise<void> {
  const [found] = await db
    .select({ id: user.id })
    .from(user)
    .where(
      eq(sql`lower(${user.username})`, sql`lower(${username.trim().normalize('NFKC').replaceAll('\0', '')})`),
    );
  if (!found || found.id === viewer.id) {
    const problem = { kind: 'unknown' } as const;
    throw new ProtocolError('INVALID_DATA', [{ path: 'username', message: 'is nobody else’s', problem }]);
  }
  await block(viewer, found.id, fees);
}

export async function unblock(viewer: SignedIn, id: string): Promise<void> {
  await db.delete(userBlock).where(and(eq(userBlock.userId, viewer.id), eq(userBlock.blockedId, id)));
}
