import { createHash, randomBytes } from 'node:crypto';
import { apiKey, user } from '#db/schema/index.ts';
import { newName } from '#tests/support/people/members.ts';
import { inDatabase } from '../../support/database.ts';

/** Creates an API key that may create rooms, with a new account. @param origins of pages that may embed them */
export async function makeKey(origins: string[]): Promise<string> {
  const key = `pk_${randomBytes(32).toString('base64url')}`;
  const tokenHash = createHash('sha256').update(key).digest('base64url');
  await inDatabase(async (db) => {
    const { username, email } = newName();
    const [owner] = await db.insert(user).values({ username, urlname: username, email }).returning();
    await db.insert(apiKey).values({
      userId: owner?.id ?? '',
      name: 'Shop',
      prefix: key.slice(0, 9),
      tokenHash,
      scopes: ['room:create'],
      origins,
    });
  });
  return key;
}
