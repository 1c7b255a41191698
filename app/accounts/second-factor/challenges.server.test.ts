import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';

let db: Database;
beforeAll(async () => {
  db = await openServicesDatabase();
});
afterAll(() => db.$client.end());

it('opens no challenge for an account deleted meanwhile', async () => {
  const { openChallenge } = await import('./challenges.server.ts');
  const asked = { userId: randomUUID(), challenge: 'x' };
  const opening = openChallenge('USE_PASSKEY', asked, new Request('http://here.invalid/'));
  await expect(opening).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
});
