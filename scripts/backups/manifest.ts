import { z } from 'zod';

/** Contents of a backup, in its `manifest.json`. Written last, so a backup without it is incomplete. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** `when` of the newest migration, from `db/migrations/meta/_journal.json`. */
  migration: z.number(),
  /** Version of pg-boss's tables. */
  jobs: z.number(),
  /** Ordered so that each table comes after those it refers to. */
  tables: z.array(
    z.object({
      /** With schema, quoted. */
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** In the folder `database`: gzip of COPY's output. */
      file: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Query for the tables to back up; the migrator writes its own tables as it migrates. */
export const TABLES = `
  select format('%I.%I', nspname, relname) as name, c.oid::int as id,
    array(select format('%I', attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
    -- Those of its partitions, too.
    array(select distinct confrelid::int from pg_constraint where contype = 'f' and confrelid <> c.oid
      and conrelid in (select c.oid union select inhrelid from pg_inherits where inhparent = c.oid)) as parents
  from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'pgboss') and relkind in ('r', 'p') and not relispartition
    -- Counts of rate limits: empty after a crash, too.
    and relpersistence = 'p'
  order by 1`;

/** Query for the sequences, including those of columns. */
export const SEQUENCES = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
  where relkind = 'S' and nspname in ('public', 'pgboss') order by 1`;
