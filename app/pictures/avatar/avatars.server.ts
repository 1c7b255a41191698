import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { recordPicture } from '../audit.server.ts';
import { keepFiles, readFile } from '../files.server.ts';
import { makeAvatar } from '../make.server.ts';
import { AVATAR_SIZES, type AvatarSize } from '../sizes.ts';

export type Avatar = {
  /** Changes with the picture; null for the default avatar. */
  key: string | null;
  read: (size: AvatarSize) => Promise<Uint8Array>;
};

/**
 * A user's avatar; the default one for a suspended account. @throws ProtocolError NOT_FOUND if there is no such user
 */
export async function findAvatar(userId: string): Promise<Avatar> {
  const { avatarKey, suspendedAt } = user;
  const [row] = await db.select({ avatarKey, suspendedAt }).from(user).where(eq(user.id, userId));
  if (!row) throw new ProtocolError('NOT_FOUND');
  const key = row.suspendedAt ? null : row.avatarKey;
  return { key, read: (size) => (key ? readFile(key, size) : drawDefault(size)) };
}

/** @throws ProtocolError NOT_FOUND, and as `forbidden` */
export async function requireOwnAvatar(viewer: SignedIn, userId: string): Promise<void> {
  if (userId === viewer.id) return;
  await findAvatar(userId);
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
}

/**
 * Replaces the avatar.
 * @returns its key
 * @throws ProtocolError UNSUPPORTED_MEDIA, TOO_LARGE, NOT_FOUND
 */
export async function replaceAvatar(userId: string, upload: Uint8Array): Promise<string> {
  return keepFiles(await makeAvatar(upload), async (tx, key) => {
    const changed = await tx.update(user).set({ avatarKey: key }).where(eq(user.id, userId)).returning();
    if (changed.length === 0) throw new ProtocolError('NOT_FOUND');
    await recordPicture(tx, 'ADD_PICTURE', { entity: 'user', id: userId }, 'avatar');
    return key;
  });
}

export async function removeAvatar(userId: string): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.update(user).set({ avatarKey: null }).where(eq(user.id, userId));
    await recordPicture(tx, 'REMOVE_PICTURE', { entity: 'user', id: userId }, 'avatar');
  });
}

/** Default avatar: a person in front of the logo's horizon. */
const DEFAULT_AVATAR = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70">
  <rect width="70" height="70" fill="#26313d"/>
  <path d="M0 44c18 9 52 9 70 0" fill="none" stroke="#ff6b4a" stroke-width="2.5"/>
  <path d="M13 70c2-14 10-21 22-21s20 7 22 21z" fill="#c3cad3"/>
  <circle cx="35" cy="31" r="12.5" fill="#c3cad3"/>
</svg>`);

const drawn = new Map<AvatarSize, Promise<Uint8Array>>();

function drawDefault(size: AvatarSize): Promise<Uint8Array> {
  const known = drawn.get(size);
  if (known) return known;
  const side = AVATAR_SIZES[size];
  const drawing = sharp(DEFAULT_AVATAR, { density: 360 }).resize(side, side).webp({ quality: 90 }).toBuffer();
  drawn.set(size, drawing);
  return drawing;
}
