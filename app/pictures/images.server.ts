import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { isPublished } from '#app/entities/blog/descriptor.server.ts';
import { id, instant, text } from '#app/entities/fields.ts';
import { validForDisplay } from '#app/entities/user/descriptor.server.ts';
import { forbidden, type SignedIn, type Viewer } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { photoSphereSchema } from '#app/sphere/photo-metadata.ts';
import { type PhotoSphere, sphereByShape } from '#app/sphere/photo-sphere.ts';
import type { Transaction } from '#db/client.ts';
import { blog, fragment, image, user } from '#db/schema/index.ts';
import { ALT_LENGTH } from '#db/schema/lengths.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { recordPicture } from './audit.server.ts';
import { keepFiles } from './files.server.ts';
import { makePicture } from './make.server.ts';
import { PICTURE_WIDTHS } from './sizes.ts';

/** Pictures per owner. */
const MAX_IMAGES = 60;

/** The owner of pictures, from `/api/image/:a/:b`. */
export const imageOwnerSchema = z.object({
  a: z.enum(['user', 'blog', 'fragment']),
  b: z.uuid().meta({ description: 'Its id' }),
});
export type ImageOwner = z.output<typeof imageOwnerSchema>;

/** Form fields of an upload besides the file. */
export const imageFieldsSchema = z.object({
  alt: text(ALT_LENGTH).default(''),
  isSphere: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .optional()
    .meta({
      description: 'Whether it is shown in 360°; by default as its metadata (GPano) says, and flat without',
      override: { type: 'string', enum: ['true', 'false'] },
    }),
});
type ImageFields = z.output<typeof imageFieldsSchema>;

export const imageSchema = z.object({
  id,
  alt: z.string(),
  width: z.int().meta({ description: 'Pixels' }),
  height: z.int(),
  size: z.int().meta({ description: 'Bytes of the whole picture' }),
  url: z.string(),
  widths: z.array(z.int()).meta({ description: "For `?width=`, besides the picture's own" }),
  isSphere: z.boolean().nullable().meta({
    description:
      'Whether it is shown in 360°; null: neither its metadata nor its owner says so, so it is flat',
  }),
  sphere: photoSphereSchema.nullable().meta({ description: 'How it is shown in 360°; null if it is flat' }),
  createdAt: instant,
});
export type ImageView = z.output<typeof imageSchema>;

/** Each kind of owner: its table, the column that refers to it, and the condition for those visible to a viewer. */
const OWNERS = {
  user: { table: user, column: image.userId, field: 'userId', shown: validForDisplay },
  blog: { table: blog, column: image.blogId, field: 'blogId', shown: isPublished },
  fragment: { table: fragment, column: image.fragmentId, field: 'fragmentId', shown: () => undefined },
} as const;

const mayWrite = ({ a, b }: ImageOwner, viewer: Viewer) =>
  viewer !== null && (viewer.authorities.has('ADMINISTER') || (a === 'user' && b === viewer.id));

const ownedBy = ({ a, b }: ImageOwner): SQL => eq(OWNERS[a].column, b);

const IN_ORDER = [asc(image.position), asc(image.id)];

/**
 * Locks the owner: until the transaction ends, it cannot be deleted, and only this transaction adds and moves its
 * pictures.
 * @throws ProtocolError NOT_FOUND
 */
async function lockOwner(tx: Transaction, { a, b }: ImageOwner): Promise<void> {
  const { table } = OWNERS[a];
  const held = await tx.select({ id: table.id }).from(table).where(eq(table.id, b)).for('no key update');
  if (held.length === 0) throw new ProtocolError('NOT_FOUND');
}

/** @throws ProtocolError NOT_FOUND if there is no such owner visible to the viewer */
export async function requireReadable(owner: ImageOwner, viewer: Viewer): Promise<void> {
  const { table, shown } = OWNERS[owner.a];
  const visible = mayWrite(owner, viewer) ? undefined : shown(viewer);
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, owner.b), visible));
  if (rows.length === 0) throw new ProtocolError('NOT_FOUND');
}

/** @throws ProtocolError NOT_FOUND, and as `forbidden` */
export async function requireWritable(owner: ImageOwner, viewer: SignedIn): Promise<void> {
  await requireReadable(owner, viewer);
  if (!mayWrite(owner, viewer)) throw forbidden(viewer);
}

/** Whether everyone may see the owner's pictures; never for a user, as that depends on the viewer. */
export async function isForEverybody({ a, b }: ImageOwner): Promise<boolean> {
  if (a === 'user') return false;
  if (a === 'fragment') return true;
  return (await db.$count(blog, and(eq(blog.id, b), isPublished()))) > 0;
}

export async function listImages(owner: ImageOwner): Promise<ImageView[]> {
  const rows = await db
    .select()
    .from(image)
    .where(ownedBy(owner))
    .orderBy(...IN_ORDER);
  return rows.map((row) => view(owner, row));
}

/** Pictures of texts by id, in the order of the ids; ignores pictures of users. */
export async function findTextImages(ids: readonly string[]): Promise<ImageView[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(image)
    .where(inArray(image.id, [...ids]));
  const views = rows.flatMap((row) => {
    const { blogId, fragmentId } = row;
    if (blogId) return [view({ a: 'blog', b: blogId }, row)];
    return fragmentId ? [view({ a: 'fragment', b: fragmentId }, row)] : [];
  });
  return ids.flatMap((id) => views.find((picture) => picture.id === id) ?? []);
}

/**
 * @returns the file's key, and its name for that width
 * @param width in pixels; null, or at least the picture's own: the whole picture
 * @throws ProtocolError NOT_FOUND
 */
export async function findImage(owner: ImageOwner, id: string, width: number | null) {
  const [row] = await db
    .select({ key: image.key, width: image.width })
    .from(image)
    .where(and(eq(image.id, id), ownedBy(owner)));
  if (!row) throw new ProtocolError('NOT_FOUND');
  return { key: row.key, name: width !== null && width < row.width ? String(width) : 'full' };
}

/** @throws ProtocolError UNSUPPORTED_MEDIA, TOO_LARGE, NOT_FOUND, INVALID_DATA if the owner already has MAX_IMAGES */
export async function addImage(
  owner: ImageOwner,
  upload: Uint8Array,
  { alt, isSphere }: ImageFields,
): Promise<ImageView> {
  const { width, height, photo, files } = await makePicture(upload);
  const size = files.get('full')?.byteLength ?? 0;
  const { field } = OWNERS[owner.a];
  return keepFiles(files, async (tx, key) => {
    // Concurrent uploads could otherwise exceed the maximum.
    await lockOwner(tx, owner);
    const [has] = await tx.select({ images: count() }).from(image).where(ownedBy(owner));
    if (has && has.images >= MAX_IMAGES) {
      throw new ProtocolError('INVALID_DATA', [{ path: 'file', message: `are ${MAX_IMAGES} at most` }]);
    }
    const shown = { sphere: photo?.sphere ?? null, isSphere: isSphere ?? photo?.isShown ?? null };
    const values = { key, alt, width, height, size, ...shown, [field]: owner.b };
    const [row] = await tx.insert(image).values(values).returning();
    if (!row) throw new Error('The picture was not written');
    await recordPicture(tx, 'ADD_PICTURE', { entity: owner.a, id: owner.b }, row);
    return view(owner, row);
  });
}

/** Sets a picture's alternative text, and whether it is shown in 360°. @throws ProtocolError NOT_FOUND */
export async function describeImage(
  owner: ImageOwner,
  id: string,
  fields: Partial<ImageFields>,
): Promise<void> {
  const described = await db
    .update(image)
    .set(fields)
    .where(and(eq(image.id, id), ownedBy(owner)))
    .returning({ id: image.id });
  if (described.length === 0) throw new ProtocolError('NOT_FOUND');
}

/**
 * Swaps a picture with the one before (-1) or after it (1), if there is one.
 * @throws ProtocolError NOT_FOUND
 */
export async function moveImage(owner: ImageOwner, id: string, by: -1 | 1): Promise<void> {
  await inTransaction(async (tx) => {
    // Of two concurrent moves, the second must see the positions left by the first; otherwise two pictures share one.
    await lockOwner(tx, owner);
    const pictures = await tx
      .select({ id: image.id, position: image.position })
      .from(image)
      .where(ownedBy(owner))
      .orderBy(...IN_ORDER);
    const at = pictures.findIndex((picture) => picture.id === id);
    const [moved, neighbour] = [pictures[at], pictures[at + by]];
    if (!moved) throw new ProtocolError('NOT_FOUND');
    if (!neighbour) return;
    await tx.update(image).set({ position: neighbour.position }).where(eq(image.id, moved.id));
    await tx.update(image).set({ position: moved.position }).where(eq(image.id, neighbour.id));
  });
}

/** @throws ProtocolError NOT_FOUND */
export async function removeImage(owner: ImageOwner, id: string): Promise<void> {
  await inTransaction(async (tx) => {
    const [gone] = await tx
      .delete(image)
      .where(and(eq(image.id, id), ownedBy(owner)))
      .returning({ alt: image.alt });
    if (!gone) throw new ProtocolError('NOT_FOUND');
    await recordPicture(tx, 'REMOVE_PICTURE', { entity: owner.a, id: owner.b }, gone);
  });
}

function view({ a, b }: ImageOwner, row: typeof image.$inferSelect): ImageView {
  const { id, alt, width, height, size, isSphere, createdAt } = row;
  return {
    id,
    alt,
    width,
    height,
    size,
    url: `/api/image/${a}/${b}/${id}`,
    widths: PICTURE_WIDTHS.filter((narrower) => narrower < width),
    isSphere,
    sphere: isSphere ? sphereOf(row) : null,
    createdAt,
  };
}

function sphereOf(row: typeof image.$inferSelect): PhotoSphere {
  const stored = photoSphereSchema.nullable().safeParse(row.sphere);
  return stored.data ?? sphereByShape(row);
}
