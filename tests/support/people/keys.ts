import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { z } from 'zod';
import { user } from '#db/schema/index.ts';
import { recordSecret } from '#scripts/testing/secrets.ts';
import { type Person, person, type Site, send } from '../servers/site.ts';

const keySchema = z.object({ id: z.string(), key: z.string(), version: z.number() });

/** A user who may create API keys: the email address is confirmed. */
export async function ownerOfKeys(site: Site): Promise<Person> {
  const someone = await person(site.db);
  await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, someone.id));
  return someone;
}

/** Creates an API key, by default with the scopes to create and read rooms. */
export async function newKey(site: Site, as: Person, fields: Record<string, unknown> = {}) {
  const body = { name: 'Shop', scopes: ['room:create', 'room:read'], ...fields };
  const answer = await send(site, '/api/api-key', { as, body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  const made = keySchema.parse(answer.body);
  recordSecret(made.key);
  return made;
}
