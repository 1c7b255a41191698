import { readFile } from 'node:fs/promises';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as schema from './schema/index.ts';

const folder = new URL('./migrations/meta/', import.meta.url);

async function read(file: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(file, folder), 'utf8'));
}

/** The schema as the newest migration left it, in drizzle-kit's own form. */
async function migratedSchema() {
  const journal = z.object({ entries: z.array(z.object({ idx: z.int() })).min(1) });
  const last = journal.parse(await read('_journal.json')).entries.at(-1)?.idx;
  const snapshot = z.record(z.string(), z.unknown());
  return Object.assign(
    generateDrizzleJson({}),
    snapshot.parse(await read(`${String(last).padStart(4, '0')}_snapshot.json`)),
  );
}

it('schema and migrations agree: npm run db:generate has nothing to add', async () => {
  expect(await generateMigration(await migratedSchema(), generateDrizzleJson(schema))).toEqual([]);
});
