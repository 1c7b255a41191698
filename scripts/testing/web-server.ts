import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Environment, startChild } from '../processes/child.ts';
import { waitUntilHealthy } from '../processes/health.ts';
import { freePort } from '../processes/ports.ts';
import { root } from '../stack/settings.ts';
import { auditTrail } from './audit-trail.ts';
import { assertNoSecrets } from './secrets.ts';

/** Node compiles the server's 2,000 modules once, not at each start. */
const COMPILE_CACHE = join(root, 'test-results', 'compile-cache');

export interface WebServer {
  /** `http://127.0.0.1:…`, without a trailing slash; `https:` with a certificate. */
  url: string;
  pid: number;
  /** Everything logged so far. */
  log(): string;
  /** @throws Error if its log or the audit trail contains a secret that tests have used */
  stop(): Promise<void>;
  /** Kills it with SIGKILL, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Starts the real web server with the built site on an existing database. Requests set X-Forwarded-For, so that tests
 * share no rate limit.
 * @param env variables besides the defaults; without `PORT`, any free one
 * @param folder of the checkout whose server is started
 */
export async function startWebServer(
  databaseUrl: string,
  env: Environment = {},
  folder = root,
): Promise<WebServer> {
  const port = env.PORT ?? String(await freePort());
  const child = startChild([process.execPath, 'server/main.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: port,
      METRICS_PORT: '0',
      DATABASE_URL: databaseUrl,
      COOKIE_SECRET: randomBytes(32).toString('base64url'),
      TICKET_SECRET: randomBytes(32).toString('base64url'),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'debug',
      ...env,
    },
  });
  let log = '';
  child.process.stdout?.on('data', (chunk) => (log += chunk));
  child.process.stderr?.on('data', (chunk) => (log += chunk));
  const url = `${env.TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${port}`;
  const ended = child.exited.then((how) => {
    throw new Error(`The web server exited (${how}):\n${log}`);
  });
  await Promise.race([waitUntilHealthy('The web server', `${url}/healthcheck`), ended]).catch(
    async (error) => {
      await child.stop();
      throw error;
    },
  );
  ended.catch(() => {});
  return {
    url,
    pid: child.process.pid ?? 0,
    log: () => log,
    async stop() {
      await child.stop();
      assertNoSecrets(log);
      assertNoSecrets(await auditTrail(databaseUrl));
    },
    async kill() {
      child.process.kill('SIGKILL');
      await child.exited;
    },
  };
}
