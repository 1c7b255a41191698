import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { z } from 'zod';
import { migrateJobs } from '#db/jobs.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { type Manifest, manifestSchema } from './manifest.ts';

const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** The backup cannot be restored here; the message tells the operator why. */
export class NotRestorable extends Error {
  override name = 'NotRestorable';
}

/**
 * Restores a backup of this version or an earlier one, migrates it to this version, and voids access that may have been
 * ended since.
 * @param url `postgres://…` of an empty database and the role that will own the tables
 * @throws NotRestorable; the database is empty afterwards, or has tables without rows
 */
export async function restoreDatabase(url: string, folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => {
    throw new NotRestorable(`${folder} has no whole backup: there is no manifest.json`);
  });
  const manifest = manifestSchema.parse(JSON.parse(text));
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [found] =
      await connection`select from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')`;
    if (found) throw new NotRestorable('The database is not empty');
    await migrateTo(connection, manifest.migration);
    await migrateJobs(url);
    const [{ version }] = z
      .tuple([z.object({ version: z.number() })])
      .parse(await connection`select version from pgboss.version`);
    if (version !== manifest.jobs)
      throw new NotRestorable(
        `The backup's jobs are of version ${manifest.jobs}, and these of ${version}: restore it with the release that made it, then update`,
      );
    await connection.begin((sql) => fill(sql, manifest, folder));
    await connection`analyze`;
  } finally {
    await connection.end();
  }
  await migrateDatabase(url);
  await voidAccess(url);
  return manifest;
}

/**
 * Ends sessions and emailed links, revokes API keys and switches webhooks off: some were ended after the backup, perhaps
 * because they were stolen, and nothing says which.
 */
async function voidAccess(url: string): Promise<void> {
  const connection = postgres(url, { max: 1 });
  try {
    await connection.begin(async (sql) => {
      for (const table of ['session', 'email_token', 'challenge']) await sql`delete from ${sql(table)}`;
      await sql`update api_key set revoked_at = now() where revoked_at is null`;
      await sql`update webhook set enabled = false`;
    });
  } finally {
    await connection.end();
  }
}

const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })),
});

/** @param when of the backup's newest migration */
async function migrateTo(connection: postgres.Sql, when: number): Promise<void> {
  const journal = journalSchema.parse(
    JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')),
  );
  const entries = journal.entries.filter((entry) => entry.when <= when);
  if (entries.at(-1)?.when !== when)
    throw new NotRestorable(
      'The backup is of a newer release than this one, from before the first release, or of another program',
    );
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await cp(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate(drizzle(connection), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fill(sql: postgres.TransactionSql, manifest: Manifest, folder: string): Promise<void> {
  const names = manifest.tables.map(({ name }) => name);
  // The rows already contain the triggers' changes.
  for (const name of names) await sql.unsafe(`alter table ${name} disable trigger user`);
  // Removes rows inserted by migrations.
  await sql.unsafe(`truncate ${names.join()}`);
  for (const { name, columns, rows, file } of manifest.tables) {
    const into = await sql.unsafe(`copy ${name} (${columns.join()}) from stdin`).writable();
    await pipeline(createReadStream(join(folder, 'database', file)), createGunzip(), into);
    const [{ count }] = z
      .tuple([z.object({ count: z.coerce.number() })])
      .parse(await sql.unsafe(`select count(*) from ${name}`));
    if (count !== rows) throw new NotRestorable(`${file} has ${count} rows instead of ${rows}`);
  }
  for (const { name, value, isCalled } of manifest.sequences)
    await sql`select setval(${name}::regclass, ${value}::bigint, ${isCalled})`;
  for (const name of names) await sql.unsafe(`alter table ${name} enable trigger user`);
}
