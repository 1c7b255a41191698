import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from './api.ts';
import type { Environment } from './env.ts';
import { Journal } from './journal.ts';
import { handlePage } from './pages/server.ts';
import { WHEN_DUE } from './resources/all.ts';
import { Sandbox } from './sandbox.ts';

/** Interval at which time passes without requests. */
const TICK_MS = 1_000;

export interface StripeSandbox {
  apiPort: number;
  pagesPort: number;
  /** Stops both servers; the state stays in its file. */
  close(): Promise<void>;
}

/** Starts the API on 127.0.0.1, and the hosted pages on `HOST`. */
export async function startSandbox(env: Environment): Promise<StripeSandbox> {
  const journal = new Journal(env.SANDBOX_FOLDER);
  const state = await journal.load((line) => process.stderr.write(`${line}\n`));
  const sandbox = new Sandbox(env, state, WHEN_DUE);
  const api = new Api(sandbox, journal, env.STRIPE_SECRET_KEY);
  const [apiServer, pagesServer] = await Promise.all([
    listen(env.SANDBOX_API_PORT, '127.0.0.1', (request, response) => api.handle(request, response)),
    listen(env.SANDBOX_PAGES_PORT, env.HOST, (request, response) =>
      handlePage(sandbox, journal, request, response),
    ),
  ]);
  sandbox.pagesPort = portOf(pagesServer);
  const timer = setInterval(() => sandbox.passTime(), TICK_MS);
  timer.unref();
  return {
    apiPort: portOf(apiServer),
    pagesPort: sandbox.pagesPort,
    async close() {
      clearInterval(timer);
      sandbox.delivery.stop();
      await Promise.all([stop(apiServer), stop(pagesServer)]);
      await journal.save(state);
    },
  };
}

async function listen(
  port: number,
  host: string,
  handle: (...[request, response]: Parameters<RequestListener>) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: Error) => {
      process.stderr.write(`Payment sandbox: ${request.method} ${request.url}: ${error.stack}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo;
  return address.port;
}

async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
