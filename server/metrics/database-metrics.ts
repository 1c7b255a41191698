import { subscribe } from 'node:diagnostics_channel';
import { sql } from 'drizzle-orm';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { z } from 'zod';
import type { db as database } from '#app/platform/database.server.ts';
import { DATABASE_WAITS } from '#db/waits.ts';
import { sharedReading } from './shared-reading.ts';

const STATES = ['active', 'idle', 'idle in transaction'] as const;
const rowsSchema = z.array(z.object({ state: z.string().nullable(), count: z.coerce.number() }));

/**
 * Exposes connections and waiting times. The driver reports nothing about its pools, so connections are read from
 * PostgreSQL, and the time a query waits is measured.
 */
export function databaseMetrics(registry: Registry, db: typeof database): void {
  const registers = [registry];
  const read = sharedReading(() => readConnections(db));
  new Gauge({
    name: 'panocall_database_connections',
    help: 'Connections of this process to PostgreSQL by state; "active" and "idle in transaction" are in use',
    labelNames: ['state'],
    registers,
    async collect() {
      const { counts } = await read();
      for (const state of STATES) this.set({ state }, counts.find((row) => row.state === state)?.count ?? 0);
    },
  });
  new Gauge({
    name: 'panocall_database_probe_seconds',
    help: 'Time that a small query took just now, with the wait for a free connection',
    registers,
    async collect() {
      this.set((await read()).seconds);
    },
  });
  new Gauge({
    name: 'panocall_database_connections_max',
    help: 'Connections that each pool of this process may open; it has one for pages and one for jobs',
    registers,
  }).set(db.$client.options.max);
  const waits = new Histogram({
    name: 'panocall_database_wait_seconds',
    help: 'Time from asking for a query or a transaction until a connection to PostgreSQL is its own, in both pools of this process',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  subscribe(DATABASE_WAITS, (seconds) => typeof seconds === 'number' && waits.observe(seconds));
}

async function readConnections(db: typeof database) {
  const start = performance.now();
  const rows = await db.execute(sql`
    select state, count(*) from pg_stat_activity
    where application_name = current_setting('application_name') and pid <> pg_backend_pid()
      and datname = current_database()
    group by state`);
  return { counts: rowsSchema.parse([...rows]), seconds: (performance.now() - start) / 1000 };
}
