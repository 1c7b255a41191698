import { eq } from 'drizzle-orm';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { recordWrite } from '#app/entities/crud/audit.server.ts';
import { deleteRow, readRow } from '#app/entities/crud/crud.server.ts';
import { refuse } from '#app/entities/crud/database-refusal.server.ts';
import { columnValues } from '#app/entities/crud/input.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { openWithAny } from '#protocol/environment.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { AdminEntity } from '../admin-entity.server.ts';
import { type Title, titleOf } from '../titles/titles.server.ts';

const UNDO_S = 10 * 60;
const ALGORITHM = 'HS256';
const key = new TextEncoder().encode(env.COOKIE_SECRET[0]);

/** Title of a deleted row, and the token that restores it; null if it cannot be restored. */
export type Deleted = {
  id: string;
  title: Title;
  undo: string | null;
  /** End of the time to restore it, in ms since 1970. */
  until: number;
};

/**
 * Deletes a row and returns it to the administrator in a signed token, valid for ten minutes; the server stores no
 * copy.
 * @throws ProtocolError IN_USE, NOT_FOUND
 */
export async function deleteWithUndo(entity: AdminEntity, viewer: SignedIn, id: string): Promise<Deleted> {
  const shown = await readRow(entity, viewer, id);
  const [row] = await db.select().from(entity.table).where(eq(entity.key, id));
  await deleteRow(entity, viewer, id);
  const title = await titleOf(entity, shown);
  const until = Date.now() + UNDO_S * 1000;
  if (entity.view.loses === 'row') return { id, title, undo: null, until };
  const undo = await new SignJWT({ row })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(audience(entity))
    .setExpirationTime(new Date(until))
    .sign(key);
  return { id, title, undo, until };
}

const claimsSchema = z.object({ row: z.record(z.string(), z.unknown()) });

/**
 * Restores a deleted row, with its id.
 * @returns the id
 * @throws ProtocolError LINK_INVALID (expired or forged), ALREADY_EXISTS, INVALID_DATA
 */
export async function undelete(entity: AdminEntity, viewer: SignedIn, undo: string): Promise<string> {
  const options = { algorithms: [ALGORITHM], audience: audience(entity), requiredClaims: ['exp'] };
  const { payload } = await openWithAny(
    env.COOKIE_SECRET,
    (secret) => jwtVerify(undo, secret, options),
    (error) => error instanceof errors.JWSSignatureVerificationFailed,
  ).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? new ProtocolError('LINK_INVALID') : error;
  });
  const { row } = claimsSchema.parse(payload);
  // Keeps the version, so that a form still open in a browser can be saved.
  const values = { ...columnValues(entity, row), ...('version' in row && { version: row.version }) };
  const id = String(row.id);
  await inTransaction(async (tx) => {
    await tx.insert(entity.table).values(values);
    await entity.relate?.(tx, id, row);
    await recordWrite(tx, entity, viewer, { action: 'RESTORE', id, after: row });
  }).catch(refuse(entity));
  return id;
}

const audience = ({ name }: AdminEntity) => `undelete ${name}`;
