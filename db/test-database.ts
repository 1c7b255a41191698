import { inject } from 'vitest';

/**
 * For tests: a migrated and seeded database of one's own, gone after the run.
 * @returns `postgres://…`
 */
export async function createTestDatabase(): Promise<string> {
  const response = await fetch(inject('testDatabases'), { method: 'POST' });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
