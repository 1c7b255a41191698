import { desc, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { image, user } from '#db/schema/index.ts';

/** URLs of a user's avatar and pictures. @param origin the site's origin */
export async function pictureData(userId: string, origin: string) {
  const { id, createdAt, alt, width, height, size, isSphere, sphere } = image;
  const [[account], pictures] = await Promise.all([
    db.select({ avatarKey: user.avatarKey }).from(user).where(eq(user.id, userId)),
    db
      .select({ id, createdAt, alt, width, height, size, isSphere, sphere })
      .from(image)
      .where(eq(image.userId, userId))
      .orderBy(desc(createdAt)),
  ]);
  return {
    avatar: account?.avatarKey ? `${origin}/api/avatar/${userId}?size=xlg` : null,
    pictures: pictures.map((picture) => ({
      ...picture,
      url: `${origin}/api/image/user/${userId}/${picture.id}`,
    })),
  };
}
