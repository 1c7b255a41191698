import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import type { WebServer } from '#scripts/testing/web-server.ts';

const GONE_MS = 20_000;

/** Tells a test's own connections from those of the web server. */
const ONLOOKER = 'onlooker';

/** Connects to a database to read statistics, to which a connection's counts are added when it ends. */
export function openOnlooker(url: string): Database {
  return openDatabase(`${url}?application_name=${ONLOOKER}`);
}

const backendsSchema = z.array(z.object({ pid: z.number() }));

/**
 * Ends a web server's connections, so that the statistics include their counts, and waits until it has reconnected.
 * @param databaseUrl of the web server's database
 */
export async function endConnections(
  onlooker: Database,
  server: WebServer,
  databaseUrl: string,
): Promise<void> {
  const rows = await onlooker.execute(sql`select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${new URL(databaseUrl).pathname.slice(1)} and backend_type = 'client backend'
    and application_name <> ${ONLOOKER}`);
  // With a timeout, `pg_terminate_backend` waits until the process is gone.
  for (const { pid } of backendsSchema.parse([...rows]))
    await onlooker.execute(sql`select pg_terminate_backend(${pid}, ${GONE_MS})`);
  // The server's first query may still find a closed connection. `expect.poll` would not work in hooks, which call this
  // too.
  await vi.waitFor(async () => expect((await fetch(`${server.url}/healthcheck`)).status).toBe(200), {
    interval: 50,
    timeout: 20_000,
  });
}
