import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import postgres from 'postgres';
import { z } from 'zod';
import type { AuditAction } from '#app/audit/actions.ts';
import { openDatabase } from '#db/client.ts';
import { audit } from '#db/schema/index.ts';
import { type Manifest, SEQUENCES, TABLES } from './manifest.ts';

const tableSchema = z.object({
  name: z.string(),
  id: z.number(),
  columns: z.array(z.string()),
  parents: z.array(z.number()),
});
type Table = z.infer<typeof tableSchema>;

/**
 * Writes a database's rows from a single snapshot, while the servers run.
 * @param url `postgres://…` of the role that owns it
 * @param folder which must not exist
 */
export async function backUpDatabase(url: string, folder: string): Promise<Manifest> {
  await mkdir(join(folder, 'database'), { recursive: true, mode: 0o700 });
  const connection = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const manifest = await connection.begin('isolation level repeatable read read only', (sql) =>
      write(sql, folder),
    );
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    return manifest;
  } finally {
    await connection.end();
  }
}

/** Tells administrators that there is a backup. It does not contain this entry of the audit trail. */
export async function recordBackup(url: string): Promise<void> {
  const db = openDatabase(url);
  await db.insert(audit).values({ action: 'BACK_UP' satisfies AuditAction });
  await db.$client.end();
}

async function write(sql: postgres.TransactionSql, folder: string): Promise<Manifest> {
  const madeAt = new Date().toISOString();
  const [{ migration }] = z
    .tuple([z.object({ migration: z.coerce.number() })])
    .parse(await sql`select max(created_at) as migration from drizzle.__drizzle_migrations`);
  const [{ jobs }] = z
    .tuple([z.object({ jobs: z.number() })])
    .parse(await sql`select version as jobs from pgboss.version`);
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of inOrder(z.array(tableSchema).parse(await sql.unsafe(TABLES)))) {
    const file = `${name.replaceAll('"', '')}.gz`;
    const rows = await copyOut(sql, { name, columns }, join(folder, 'database', file));
    tables.push({ name, columns, rows, file });
  }
  const sequences: Manifest['sequences'] = [];
  for (const { name } of z.array(z.object({ name: z.string() })).parse(await sql.unsafe(SEQUENCES))) {
    const state = z.tuple([z.object({ value: z.string(), isCalled: z.boolean() })]);
    const [at] = state.parse(
      await sql.unsafe(`select last_value::text as value, is_called as "isCalled" from ${name}`),
    );
    sequences.push({ name, ...at });
  }
  return { format: 1, madeAt, migration, jobs, tables, sequences };
}

/** @returns the number of rows */
async function copyOut(
  sql: postgres.TransactionSql,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  file: string,
): Promise<number> {
  let rows = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // Newlines within values are escaped.
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
      done(null, chunk);
    },
  });
  const query = sql.unsafe(`copy (select ${columns.join()} from ${name}) to stdout`);
  await pipeline(await query.readable(), counted, createGzip(), createWriteStream(file, { mode: 0o600 }));
  return rows;
}

/** Sorts each table after those it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const done = new Map<number, Table>();
  const known = new Set(tables.map(({ id }) => id));
  while (done.size < tables.length) {
    const isReady = ({ id, parents }: Table) =>
      !done.has(id) && parents.every((parent) => done.has(parent) || !known.has(parent));
    const ready = tables.filter(isReady);
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const table of ready) done.set(table.id, table);
  }
  return [...done.values()];
}
