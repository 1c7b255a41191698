import { vi } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';

/** Sets up a database for a test that imports services, and for those services. Call it before importing them. */
export async function openServicesDatabase(): Promise<Database> {
  const url = await createTestDatabase();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  return openDatabase(url);
}
