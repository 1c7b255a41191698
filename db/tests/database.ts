import { inject } from 'vitest';

/**
 * Creates a migrated and seeded database for a test file, dropped after the run.
 * @returns `postgres://…`
 */
export async function createTestDatabase(): Promise<string> {
  const response = await fetch(inject('testDatabases'), { method: 'POST' });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
