import { eq, sql } from 'drizzle-orm';
import { forbidden, type SignedIn } from '#app/http/viewers/viewer.ts';
import { loadParameters } from '#app/platform/parameters.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import type { ParameterName } from '#protocol/parameters.ts';
import { recordPicture } from './audit.server.ts';
import { keepFiles } from './files.server.ts';
import { makeLogo } from './make.server.ts';

/** The parameter that holds the key of the logo's file. A trigger removes the file of a former one. */
const NAME: ParameterName = 'site-logo';

/** @throws as `forbidden`, unless the viewer is an administrator */
export function requireLogoRight(viewer: SignedIn): void {
  if (!viewer.authorities.has('ADMINISTER')) throw forbidden(viewer);
}

/**
 * Replaces the site's logo.
 * @returns the key of its file
 * @throws ProtocolError UNSUPPORTED_MEDIA, TOO_LARGE
 */
export async function replaceLogo(upload: Uint8Array): Promise<string> {
  const key = await keepFiles(await makeLogo(upload), async (tx, key) => {
    const id = await write(tx, key);
    await recordPicture(tx, 'ADD_PICTURE', { entity: 'parameter', id }, { alt: NAME });
    return key;
  });
  await loadParameters();
  return key;
}

/** Removes the site's logo, if it has one. */
export async function removeLogo(): Promise<void> {
  await inTransaction(async (tx) => {
    const [set] = await tx.select({ value: parameter.value }).from(parameter).where(eq(parameter.name, NAME));
    if (!set?.value) return;
    const id = await write(tx, '');
    await recordPicture(tx, 'REMOVE_PICTURE', { entity: 'parameter', id }, { alt: NAME });
  });
  await loadParameters();
}

async function write(tx: Transaction, value: string): Promise<string> {
  const set = { value, version: sql`${parameter.version} + 1`, updatedAt: sql`now()` };
  const [row] = await tx
    .insert(parameter)
    .values({ name: NAME, value })
    .onConflictDoUpdate({ target: parameter.name, set })
    .returning({ id: parameter.id });
  if (!row) throw new Error('The logo was not written');
  return row.id;
}
