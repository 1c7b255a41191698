import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { tellOwner } from '#app/accounts/addresses/owner-notice.server.ts';
import { recordAudit } from '#app/audit/record.server.ts';
import { apiKeyEntity } from '#app/entities/api-key/descriptor.server.ts';
import type { newApiKey } from '#app/entities/api-key/schema.ts';
import { readRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { withinLimit } from '#app/entities/crud/row-limit.server.ts';
import type { Row } from '#app/entities/crud/rows.server.ts';
import type { RowLimit } from '#app/entities/entity.server.ts';
import { isKeyCurrent, isKeyValid, KEY_PREFIX } from '#app/http/viewers/api-keys.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { apiKey, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { lockConfirmedOwner } from '../confirmed-owner.server.ts';

/** Valid keys per account. */
const KEYS_MAX = 20;
/** Keys per account with those that have ended, which stay for a while. */
const ALL_KEYS: RowLimit = { owner: apiKey.userId, rows: 500 };
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates a key that acts for the viewer, and emails them about it.
 * @param origin the site's, for the link in the email
 * @returns its row, and the key itself, which is stored as a hash and cannot be shown again
 * @throws ProtocolError CONFIRM_AGAIN; FORBIDDEN unless the viewer's email address is confirmed; WRONG_STATE if they
 *   already have KEYS_MAX; TOO_MANY with those that have ended
 */
export async function createKey(
  viewer: SignedIn,
  { expiresInDays, ...wanted }: z.output<typeof newApiKey>,
  origin: string,
): Promise<{ row: Row; key: string }> {
  requireConfirmed(viewer);
  const key = `${KEY_PREFIX}${newToken()}`;
  const id = await inTransaction(async (tx) => {
    await lockConfirmedOwner(tx, viewer.id);
    const good = and(eq(apiKey.userId, viewer.id), isKeyCurrent);
    if ((await tx.$count(apiKey, good)) >= KEYS_MAX) throw new ProtocolError('WRONG_STATE');
    const [made] = await withinLimit(tx, ALL_KEYS, viewer.id, () =>
      tx
        .insert(apiKey)
        .values({
          ...wanted,
          userId: viewer.id,
          prefix: key.slice(0, KEY_PREFIX.length + 6),
          tokenHash: hashToken(key),
          expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY_MS),
        })
        .returning({ id: apiKey.id }),
    );
    if (!made) throw new Error('The key was not written');
    const after = { ...wanted, prefix: key.slice(0, KEY_PREFIX.length + 6), expiresInDays };
    await recordAudit(tx, { action: 'ADD_KEY', entity: apiKeyEntity.name, rowId: made.id, after });
    await tellOwner(tx, viewer.id, 'keyAdded', origin, { named: wanted.name });
    return made.id;
  });
  return { row: await readRow(apiKeyEntity, viewer, id), key };
}

/** The viewer's keys, newest first; revoked and expired ones after valid ones. */
export async function listKeys(userId: string) {
  const { tokenHash, userId: owner, updatedAt, version, ...shown } = getTableColumns(apiKey);
  const rows = await db
    .select({ ...shown, isGood: sql<boolean>`${isKeyValid}` })
    .from(apiKey)
    .innerJoin(user, eq(user.id, owner))
    .where(eq(owner, userId))
    .orderBy(desc(apiKey.createdAt));
  return rows.toSorted((one, other) => Number(other.isGood) - Number(one.isGood));
}

/** @throws ProtocolError NOT_FOUND */
export async function revokeKey(viewer: SignedIn, id: string): Promise<void> {
  const { version } = await readRow(apiKeyEntity, viewer, id);
  await updateRow(apiKeyEntity, viewer, id, { revoked: true, version });
}
