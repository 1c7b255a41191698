import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { inPages } from '#app/platform/in-pages.server.ts';
import { review, user, userBlock, userFavourite } from '#db/schema/index.ts';

/** A user's favourites and blocked people, and the reviews by and about them. */
export async function peopleData(id: string) {
  const names = { username: user.username, urlname: user.urlname };
  const { createdAt, updatedAt, rating, text } = review;
  const reviewFields = { createdAt, updatedAt, rating, text };
  const [favourites, blocked, reviewsWritten] = await Promise.all([
    db
      .select({ ...names, since: userFavourite.createdAt })
      .from(userFavourite)
      .innerJoin(user, eq(user.id, userFavourite.favouriteId))
      .where(eq(userFavourite.userId, id))
      .orderBy(desc(userFavourite.createdAt)),
    db
      .select({ ...names, since: userBlock.createdAt })
      .from(userBlock)
      .innerJoin(user, eq(user.id, userBlock.blockedId))
      .where(eq(userBlock.userId, id))
      .orderBy(desc(userBlock.createdAt)),
    db
      .select({ ...reviewFields, about: user.username })
      .from(review)
      .innerJoin(user, eq(user.id, review.producerId))
      .where(eq(review.authorId, id))
      .orderBy(desc(review.createdAt)),
  ]);
  const reviewsReceived = inPages((limit, offset) =>
    db
      .select({ ...reviewFields, from: user.username })
      .from(review)
      .innerJoin(user, eq(user.id, review.authorId))
      .where(eq(review.producerId, id))
      .orderBy(desc(review.createdAt), desc(review.id))
      .limit(limit)
      .offset(offset),
  );
  return { favourites, blocked, reviewsWritten, reviewsReceived };
}
