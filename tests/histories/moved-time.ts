import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Database } from '#db/client.ts';

/**
 * One movable clock for this process and a database: JavaScript's `Date` and PostgreSQL's `now()`. The payment sandbox
 * follows if it runs in this process. Timers are not moved.
 */

const Real = Date;
let ahead = 0;

const now = () => Real.now() + ahead;

/** Replaces `Date` by one that reads the moved clock. */
export function moveDates(): void {
  globalThis.Date = new Proxy(Real, {
    construct: (target, args) => (args.length === 0 ? new target(now()) : Reflect.construct(target, args)),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

export function restoreDates(): void {
  globalThis.Date = Real;
}

/**
 * Makes `now()` read the moved clock in new connections, and in the defaults of columns.
 * @param db connected as the owner of the database
 */
export async function moveDatabase(db: Database): Promise<void> {
  await db.execute(sql`create schema moved`);
  await db.execute(sql`create table moved.clock as select 0::bigint as ms`);
  const moved = (name: string) => `pg_catalog.${name}() + (select ms from moved.clock) * interval '1 ms'`;
  for (const name of ['now', 'clock_timestamp'])
    await db.execute(
      sql.raw(
        `create function moved.${name}() returns timestamptz language sql stable as $$ select ${moved(name)} $$`,
      ),
    );
  await db.execute(sql`
    do $$
    declare it record;
    begin
      for it in
        select table_schema, table_name, column_name, column_default from information_schema.columns
        where table_schema in ('public', 'pgboss') and column_default like '%now()%'
      loop
        execute format('alter table %I.%I alter column %I set default %s', it.table_schema, it.table_name,
          it.column_name, replace(it.column_default, 'now()', 'moved.now()'));
      end loop;
      -- Before pg_catalog, which is searched first unless it is named.
      execute format('alter database %I set search_path = moved, pg_catalog, public', current_database());
    end $$`);
}

/** @param ms offset from the real time */
export async function setTime(db: Database, ms: number): Promise<void> {
  ahead = ms;
  await db.execute(sql`update moved.clock set ms = ${ms}`);
}

/** @param ms how far to move the clock */
export async function advance(db: Database, ms: number): Promise<void> {
  await setTime(db, ahead + ms);
}

/** Removes the pauses between the retries of Stripe's library. */
export function hurryStripe(): void {
  Stripe.prototype.getInitialNetworkRetryDelay = () => 0;
  Stripe.prototype.getMaxNetworkRetryDelay = () => 0;
}
