import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '#db/migrate.ts';
import { type Cluster, startTemporaryCluster } from '../postgres/cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that responds to POST with the URL of a new database. */
    testDatabases: string;
  }
}

/**
 * Vitest's global set-up: provides databases. The PostgreSQL behind them starts with the first request, so that tests
 * without a database do not wait for it, and is deleted at the end.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  const server = createServer((_request, response) => {
    cluster ??= startClusterWithTemplate();
    cluster.then(createFromTemplate).then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The test database server has no port');
  project.provide('testDatabases', `http://127.0.0.1:${address.port}`);

  return async () => {
    server.close();
    await cluster?.then(
      ({ stop }) => stop(),
      // The error has been sent to the requester.
      () => {},
    );
  };
}

/** The cluster's default database is the template: migrated once, with no open connections. */
async function startClusterWithTemplate(): Promise<Cluster> {
  const cluster = await startTemporaryCluster();
  await migrateDatabase(cluster.url());
  return cluster;
}

async function createFromTemplate(cluster: Cluster): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = new URL(cluster.url()).pathname.slice(1);
  const sql = postgres(cluster.superuserUrl('postgres'), { max: 1 });
  try {
    await sql`create database ${sql(name)} template ${sql(template)} owner ${sql(cluster.owner)}`;
  } finally {
    await sql.end();
  }
  return cluster.url(name);
}
