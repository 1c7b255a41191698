import { and, desc, eq, sql } from 'drizzle-orm';
import { createRow, deleteRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { haveCalled, isShown, reviewEntity } from '#app/entities/review/descriptor.server.ts';
import { numberOrNull, textOf, versionOf } from '#app/forms/forms.server.ts';
import type { SignedIn, Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { review, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

export type ReviewView = {
  id: string;
  createdAt: Date;
  version: number;
  rating: number;
  text: string;
  author: { id: string; username: string; avatarKey: string | null };
};

/** Reviews per page of a profile. */
export const REVIEWS_A_PAGE = 10;

const reviewFields = {
  id: review.id,
  createdAt: review.createdAt,
  version: review.version,
  rating: review.rating,
  text: review.text,
  author: { id: user.id, username: user.username, avatarKey: user.avatarKey },
};

/**
 * Reviews of a streamer, newest first, except those by users the viewer has blocked or who blocked the viewer.
 * @param page from 1; beyond the last page the list is empty and its total 0
 */
export async function listReviews(
  viewer: Viewer,
  producerId: string,
  page: number,
): Promise<{ reviews: ReviewView[]; total: number }> {
  const rows = await db
    .select({ ...reviewFields, total: sql<number>`(count(*) over ())::int` })
    .from(review)
    .innerJoin(user, eq(user.id, review.authorId))
    .where(and(eq(review.producerId, producerId), isShown(viewer)))
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(REVIEWS_A_PAGE)
    .offset((page - 1) * REVIEWS_A_PAGE);
  return { reviews: rows.map(({ total, ...found }) => found), total: rows[0]?.total ?? 0 };
}

/** The viewer's review of a streamer. */
export async function findOwnReview(viewer: SignedIn, producerId: string): Promise<ReviewView | null> {
  const [found] = await db
    .select(reviewFields)
    .from(review)
    .innerJoin(user, eq(user.id, review.authorId))
    .where(and(eq(review.producerId, producerId), eq(review.authorId, viewer.id)));
  return found ?? null;
}

/** Whether the viewer may review someone: the two have had a call. */
export async function mayReview(viewer: SignedIn, producerId: string): Promise<boolean> {
  const met = haveCalled(sql`${viewer.id}::uuid`, user.id);
  return (await db.$count(user, and(eq(user.id, producerId), met))) > 0;
}

/**
 * Creates or updates the viewer's review from a form.
 * @throws ProtocolError INVALID_DATA; FORBIDDEN if the two have had no call; STALE if the form was filled in from
 *   another version
 */
export async function writeReview(viewer: SignedIn, producerId: string, form: FormData): Promise<void> {
  const written = { rating: numberOrNull(form, 'rating'), text: textOf(form, 'text') };
  const review = await findOwnReview(viewer, producerId);
  const version = versionOf(form);
  // The form was opened before the review was created in another window.
  if (review && !version) throw new ProtocolError('STALE', undefined, { version: review.version });
  if (review) await updateRow(reviewEntity, viewer, review.id, { ...written, version });
  else await createRow(reviewEntity, viewer, { ...written, producerId });
}

/** Deletes the viewer's review of a streamer, if there is one. */
export async function deleteOwnReview(viewer: SignedIn, producerId: string): Promise<void> {
  const review = await findOwnReview(viewer, producerId);
  if (review) await deleteRow(reviewEntity, viewer, review.id);
}
