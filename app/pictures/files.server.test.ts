import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { fileRemoval, user } from '#db/schema/index.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { ProtocolError } from '#protocol/errors.ts';

let db: Database;
let files: typeof import('./files.server.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panocall-files-'));
  vi.stubEnv('DATABASE_URL', await createTestDatabase());
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  vi.stubEnv('STORAGE_FOLDER', folder);
  vi.stubEnv('LOG_LEVEL', 'silent');
  files = await import('./files.server.ts');
  ({ db } = await import('#app/platform/database.server.ts'));
});

afterAll(async () => {
  await db.$client.end();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await db.delete(user);
  await becomeDue();
  await files.sweepFiles();
});

const picture = new Map([['full', Buffer.from('picture')]]);
const becomeDue = () => db.update(fileRemoval).set({ dueAt: sql`now() - interval '1 second'` });
const kept = () => readdir(folder);

/** Creates a user with those files as their avatar. */
const addUser = (name: string) =>
  files.keepFiles(picture, async (tx, key) => {
    const values = { username: name, urlname: name, email: `${name}@example.org`, avatarKey: key };
    await tx.insert(user).values(values);
    return key;
  });

it('keeps files with a row, however often it sweeps', async () => {
  const key = await addUser('anna');
  await becomeDue();
  expect(await files.sweepFiles()).toBe(0);
  expect(Buffer.from(await files.readFile(key, 'full')).toString()).toBe('picture');
});

it('removes files that lost their row, after a while', async () => {
  const gone = await addUser('anna');
  const stays = await addUser('bert');
  await db.delete(user).where(eq(user.username, 'anna'));
  expect(await files.sweepFiles()).toBe(0);
  expect(await files.readFile(gone, 'full')).toBeDefined();
  await becomeDue();
  expect(await files.sweepFiles()).toBe(1);
  expect(await kept()).toEqual([stays]);
  await expect(files.readFile(gone, 'full')).rejects.toThrow(new ProtocolError('NOT_FOUND'));
});

it('removes files that never got a row', async () => {
  const failing = files.keepFiles(picture, () => Promise.reject(new Error('no row')));
  await expect(failing).rejects.toThrow('no row');
  expect(await kept()).toHaveLength(1);
  expect(await files.sweepFiles()).toBe(0);
  await becomeDue();
  expect(await files.sweepFiles()).toBe(1);
  expect(await kept()).toHaveLength(0);
});

it('never removes more than one key’s files, whatever the key', async () => {
  const key = await addUser('anna');
  await db
    .insert(fileRemoval)
    .values(['', '/', '.', '..', `../${key}`, key.slice(0, 31)].map((key) => ({ key })));
  await becomeDue();
  expect(await files.sweepFiles()).toBe(6);
  expect(await kept()).toEqual([key]);
});

it('divides the work among concurrent sweepers', async () => {
  for (let i = 0; i < 20; i++) await addUser(`user${i}`);
  await db.delete(user);
  await becomeDue();
  const swept = await Promise.all([files.sweepFiles(), files.sweepFiles(), files.sweepFiles()]);
  expect(swept.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(await kept()).toHaveLength(0);
});
