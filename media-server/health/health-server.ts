import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { listen, stopListening } from '../listen.ts';
import type { Log } from '../log.ts';

/** `draining`: it takes no new rooms because it is about to stop. */
export type Health = 'ok' | 'unavailable' | 'draining';

/**
 * HTTP server on a non-public port: `GET /healthcheck` says whether the node takes rooms, `GET /healthcheck/live`
 * whether the process answers at all (a draining one must not be killed), and `GET /metrics`.
 */
export class HealthServer {
  readonly #http: Server;

  private constructor(health: () => Promise<Health>, registry: Registry, log: Log) {
    const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
      '/healthcheck': async (response) => {
        sendStatus(response, await health());
      },
      '/healthcheck/live': async (response) => sendStatus(response, 'ok'),
      '/metrics': async (response) => {
        const text = await registry.metrics();
        response.writeHead(200, { 'Content-Type': registry.contentType });
        response.end(text);
      },
    };
    this.#http = createServer((request, response) => {
      const route = request.method === 'GET' ? routes[request.url ?? ''] : undefined;
      if (!route) {
        response.writeHead(404).end();
        return;
      }
      route(response).catch((error: unknown) => {
        log.error({ err: error, path: request.url }, 'health request failed');
        response.writeHead(500).end();
      });
    });
  }

  static async start(
    options: { host: string; port: number; health: () => Promise<Health>; registry: Registry },
    log: Log,
  ): Promise<HealthServer> {
    const server = new HealthServer(options.health, options.registry, log);
    await listen(server.#http, options.host, options.port, log);
    return server;
  }

  get port(): number {
    const address = this.#http.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  async close(): Promise<void> {
    const stopped = stopListening(this.#http);
    this.#http.closeAllConnections();
    await stopped;
  }
}

function sendStatus(response: ServerResponse, status: Health): void {
  response.writeHead(status === 'ok' ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ status }));
}
