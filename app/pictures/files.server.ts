import { eq, lte, sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { newFileKey, storage } from '#app/platform/storage.server.ts';
import type { Transaction } from '#db/client.ts';
import { fileRemoval } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Longer than any upload takes. */
const UPLOAD_GRACE = sql`now() + interval '1 hour'`;
/** Checked before deletion: an empty key would match every file. */
const KEY = /^[0-9a-f]{32}$/;

const path = (key: string, name: string) => `${key}/${name}.webp`;

/**
 * Stores WebP files and writes the row that refers to them. After a failure or a crash at any point, files
 * without a row are removed later by a job.
 * @param files by name
 * @param attach writes the row with the key; throwing rolls everything back
 */
export async function keepFiles<T>(
  files: ReadonlyMap<string, Uint8Array>,
  attach: (tx: Transaction, key: string) => Promise<T>,
): Promise<T> {
  const key = newFileKey();
  await db.insert(fileRemoval).values({ key, dueAt: UPLOAD_GRACE });
  const disk = await storage();
  await Promise.all(
    [...files].map(([name, bytes]) => disk.put(path(key, name), bytes, { contentType: 'image/webp' })),
  );
  return db.transaction(async (tx) => {
    const waiting = await tx.delete(fileRemoval).where(eq(fileRemoval.key, key)).returning();
    if (waiting.length === 0) throw new Error('The files were swept before their row was written');
    return attach(tx, key);
  });
}

/** @throws ProtocolError NOT_FOUND if the file does not exist */
export async function readFile(key: string, name: string): Promise<Uint8Array> {
  const disk = await storage();
  try {
    return await disk.getBytes(path(key, name));
  } catch (error) {
    if (await disk.exists(path(key, name))) throw error;
    logger.warn({ key, name }, 'file is missing');
    throw new ProtocolError('NOT_FOUND');
  }
}

/** Deletes files whose removal is due. Safe to run concurrently. @returns the number of keys */
export async function sweepFiles(): Promise<number> {
  const disk = await storage();
  let swept = 0;
  const sweepOne = () =>
    db.transaction(async (tx) => {
      const [due] = await tx
        .select({ key: fileRemoval.key })
        .from(fileRemoval)
        .where(lte(fileRemoval.dueAt, sql`now()`))
        .orderBy(fileRemoval.dueAt)
        .limit(1)
        .for('update', { skipLocked: true });
      if (!due) return false;
      if (KEY.test(due.key)) await disk.deleteAll(due.key);
      await tx.delete(fileRemoval).where(eq(fileRemoval.key, due.key));
      return true;
    });
  while (await sweepOne()) swept++;
  return swept;
}
