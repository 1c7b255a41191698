import postgres from 'postgres';
import { z } from 'zod';
import { databaseUrl, readEnvironment } from '#protocol/environment.ts';

/** Role the application connects with: it owns its database, and nothing else on the server. */
export interface Owner {
  name: string;
  password: string;
}

/**
 * Query for commands that hand over every object of a database not owned by the role `$1`, except PostgreSQL's own and
 * those of extensions. Sequences of columns and types of tables follow their tables.
 */
const HAND_OVER = `
  with object as (
    select 'pg_namespace'::regclass as catalog, oid, nspowner as owner,
      case when nspname <> 'public' then format('schema %I', nspname) end as what, oid as namespace
    from pg_namespace
    union all
    select 'pg_class'::regclass, oid, relowner,
      case relkind when 'r' then 'table' when 'p' then 'table' when 'v' then 'view' when 'm' then 'materialized view'
        when 'S' then 'sequence' end || ' ' || oid::regclass, relnamespace
    from pg_class
    union all
    select 'pg_type'::regclass, oid, typowner, case when typtype in ('d', 'e', 'r') then 'type ' || oid::regtype end,
      typnamespace
    from pg_type
    union all
    select 'pg_proc'::regclass, oid, proowner, 'routine ' || oid::regprocedure, pronamespace
    from pg_proc
  )
  select format('alter %s owner to %I', what, $1::text) as command
  from object
  join pg_namespace on pg_namespace.oid = namespace
  where what is not null
    and nspname not like 'pg\\_%' and nspname <> 'information_schema'
    and owner <> (select oid from pg_roles where rolname = $1)
    and not exists (
      select from pg_depend
      where classid = catalog and objid = object.oid
        and (deptype = 'e' or what like 'sequence %' and deptype in ('a', 'i'))
    )`;

/**
 * Gives a database to a role that is no superuser: creates the role, creates the database if it is missing, and hands
 * over objects that an earlier version created as superuser. Safe to repeat.
 * @param superuserUrl a superuser's `postgres://…` URL of any database of the server
 */
export async function giveDatabaseTo(owner: Owner, database: string, superuserUrl: string): Promise<void> {
  const server = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  try {
    await server.begin((sql) => setRole(sql, owner));
    const [found] = await server`select from pg_database where datname = ${database}`;
    if (!found) await server`create database ${server(database)} owner ${server(owner.name)}`;
    await server`alter database ${server(database)} owner to ${server(owner.name)}`;
  } finally {
    await server.end();
  }
  const url = new URL(superuserUrl);
  url.pathname = database;
  const inside = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await inside.begin(async (sql) => {
      for (const { command } of await sql.unsafe(HAND_OVER, [owner.name])) await sql.unsafe(String(command));
    });
  } finally {
    await inside.end();
  }
}

/**
 * With DATABASE_SUPERUSER_URL in the environment, gives a database to the role in its URL.
 * @param url `postgres://…`
 */
export async function giveToOwner(url: string): Promise<void> {
  const { DATABASE_SUPERUSER_URL } = readEnvironment(
    z.object({ DATABASE_SUPERUSER_URL: databaseUrl.optional() }),
    process.env,
  );
  if (!DATABASE_SUPERUSER_URL) return;
  const { username, password, pathname } = new URL(url);
  const owner = { name: decodeURIComponent(username), password: decodeURIComponent(password) };
  await giveDatabaseTo(owner, pathname.slice(1), DATABASE_SUPERUSER_URL);
}

async function setRole(sql: postgres.TransactionSql, { name, password }: Owner): Promise<void> {
  const [found] = await sql`select from pg_roles where rolname = ${name}`;
  if (!found) await sql`create role ${sql(name)}`;
  // Utility commands take no parameters.
  const [quoted] = await sql`select quote_literal(${password}::text) as literal`;
  await sql.unsafe(
    `alter role "${name.replaceAll('"', '""')}" login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
     password ${String(quoted?.literal)}`,
  );
}
