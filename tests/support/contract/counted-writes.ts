import { getTableName, sql } from 'drizzle-orm';
import { ENTITIES } from '#app/entities/registry.server.ts';
import type { Database } from '#db/client.ts';

/**
 * Adds triggers that count writes to the entities' tables, except those caused by a foreign key, and those to the audit
 * trail, which the program writes.
 */
export async function countWrites(db: Database): Promise<void> {
  await db.execute(sql`create table counted_write (entity text not null, operation text not null)`);
  await db.execute(sql`create function count_write() returns trigger language plpgsql as $$
    begin insert into counted_write values (tg_argv[0], tg_op); return null; end $$`);
  for (const { name, table } of ENTITIES) {
    if (name === 'audit') continue;
    await db.execute(sql`create trigger count_write after insert or update or delete
      on ${sql.identifier(getTableName(table))} for each row when (pg_trigger_depth() = 0)
      execute function count_write(${sql.raw(`'${name}'`)})`);
  }
}

/** Writes so far: `city INSERT` → 3. */
export async function countedWrites(db: Database): Promise<Map<string, number>> {
  const rows = await db.execute<{ entity: string; operation: string; count: number }>(
    sql`select entity, operation, count(*)::int as count from counted_write group by 1, 2`,
  );
  return new Map(rows.map(({ entity, operation, count }) => [`${entity} ${operation}`, count]));
}
