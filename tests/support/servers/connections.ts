import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import type { WebServer } from '#scripts/testing/web-server.ts';

const GONE_MS = 20_000;

/** Tells a test's own connections from those of the web server. */
const ONLOOKER = 'onlooker';

/** Connects to a database to read statistics, in which a connection's counts appear when it ends. */
export function openOnlooker(url: string): Database {
  return openDatabase(`${url}?application_name=${ONLOOKER}`);
}

const backendsSchema = z.array(z.object({ pid: z.number() }));

/**
 * Ends the connections of a web server, so that all their counts are in the statistics, and waits until it has replaced
 * them.
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
  // Asked again with a timeout, PostgreSQL waits until a process and its socket are gone.
  for (const { pid } of backendsSchema.parse([...rows]))
    await onlooker.execute(sql`select pg_terminate_backend(${pid}, ${GONE_MS})`);
  // Its first query may still find a closed connection. Hooks come here too, where `expect.poll` does not work.
  await vi.waitFor(async () => expect((await fetch(`${server.url}/healthcheck`)).status).toBe(200), {
    interval: 50,
    timeout: 20_000,
  });
}
