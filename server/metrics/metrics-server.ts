import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { logger } from '#app/platform/log.server.ts';

/** Serves `GET /metrics` on a separate port, which is not public. */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        // E.g. while the database is unavailable.
        logger.warn({ err: error }, 'could not read the metrics');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  logger.info({ metricsPort: portOf(server) }, 'metrics listening');
  return server;
}

function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : null;
}
