import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './client.ts';
import { migrateDatabase } from './migrate.ts';
import { cameraType, channel, channelStatus } from './schema/index.ts';
import { createTestDatabase } from './tests/database.ts';

test('migrates a database again, also several times at once, and keeps its data', async () => {
  const url = await createTestDatabase();
  const db = openDatabase(url);
  const before = await db.select().from(cameraType);
  expect(before.length).toBeGreaterThan(0);
  await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
  expect(await db.select().from(cameraType)).toEqual(before);
  await db.$client.end();
});

test('refuses a database from before the first release, and leaves it as it was', async () => {
  const url = await createTestDatabase();
  const db = openDatabase(url);
  onTestFinished(() => db.$client.end());
  // As the first development migration would have it, long before the baseline.
  await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`);
  await db.delete(channelStatus);
  await expect(migrateDatabase(url)).rejects.toThrow('made before the first release');
  expect(await db.$count(channelStatus)).toBe(0);
});

test('gives each test its own database', async () => {
  const urls = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [one, other] = urls.map((url) => openDatabase(url));
  await one?.insert(channel).values({
    token: 'K7M4QX9TR',
    hostKey: 'key',
    nodeId: 'node',
    expiresAt: new Date(),
  });
  expect(await one?.select().from(channel)).toHaveLength(1);
  expect(await other?.select().from(channel)).toHaveLength(0);
  await Promise.all([one?.$client.end(), other?.$client.end()]);
});
