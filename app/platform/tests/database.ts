import { vi } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';

/** For tests that import services: sets up a database for them and the test. Call it before importing. */
export async function openServicesDatabase(): Promise<Database> {
  const url = await createTestDatabase();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  return openDatabase(url);
}
