import { getTableName, sql } from 'drizzle-orm';
import { ENTITIES } from '#app/entities/registry.server.ts';
import type { Database } from '#db/client.ts';

/** Adds triggers that count writes to the entities' tables, except those caused by a foreign key. */
export async function startAudit(db: Database): Promise<void> {
  await db.execute(sql`create table audit (entity text not null, operation text not null)`);
  await db.execute(sql`create function audit() returns trigger language plpgsql as $$
    begin insert into audit values (tg_argv[0], tg_op); return null; end $$`);
  for (const { name, table } of ENTITIES) {
    await db.execute(sql`create trigger audit after insert or update or delete on ${sql.identifier(getTableName(table))}
      for each row when (pg_trigger_depth() = 0) execute function audit(${sql.raw(`'${name}'`)})`);
  }
}

/** Writes so far: `city INSERT` → 3. */
export async function readAudit(db: Database): Promise<Map<string, number>> {
  const rows = await db.execute<{ entity: string; operation: string; count: number }>(
    sql`select entity, operation, count(*)::int as count from audit group by 1, 2`,
  );
  return new Map(rows.map(({ entity, operation, count }) => [`${entity} ${operation}`, count]));
}
