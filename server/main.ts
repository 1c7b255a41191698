import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import compression from 'compression';
import express from 'express';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { watchWebhooks } from '#app/developers/webhooks/queue.job.server.ts';
import { enqueueFirst, JOBS } from '#app/jobs.server.ts';
import { claimStripeMode } from '#app/payments/stripe/environment.server.ts';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { startWorker } from '#app/platform/jobs/worker.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { framersOf } from '#app/rooms/keyed-rooms.server.ts';
import { bodyLimit } from './body-limit.ts';
import { logConsole } from './console-log.ts';
import { refuseForeignForms } from './foreign-forms.ts';
import { databaseMetrics } from './metrics/database-metrics.ts';
import { httpMetrics } from './metrics/http-metrics.ts';
import { jobMetrics } from './metrics/job-metrics.ts';
import { serveMetrics } from './metrics/metrics-server.ts';
import { pull } from './pull.ts';
import { realtimeProxy } from './realtime-proxy.ts';
import { requestLog } from './request-log.ts';
import { refuseOddTargets } from './request-target.ts';
import { securityHeaders } from './security-headers.ts';
import { site } from './site.ts';
import { unexpectedError } from './unexpected-error.ts';
import { letBodiesEnd } from './unread-body.ts';
import { whip } from './whip.ts';

/** How long open requests and running jobs may take to finish after the signal to stop. */
const SHUTDOWN_GRACE_MS = 5_000;
/** Time to return unfinished jobs to the queue. */
const GIVE_BACK_MS = 1_000;

if (env.NODE_ENV !== 'development') logConsole();

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', env.TRUST_PROXY);

const server =
  env.TLS_CERT_FILE && env.TLS_KEY_FILE
    ? createTlsServer({ cert: readFileSync(env.TLS_CERT_FILE), key: readFileSync(env.TLS_KEY_FILE) }, app)
    : createServer(app);

const registry = new Registry();
collectDefaultMetrics({ register: registry });

app.use(httpMetrics(registry));
app.use(requestLog);
app.use(letBodiesEnd);
app.use(securityHeaders(env, framersOf));
app.use(refuseOddTargets);
app.use(bodyLimit);
app.use(whip(env.MEDIA_INTERNAL_URL, env.TICKET_SECRET));
if (env.CAMERA_HOSTS.length > 0) app.use(pull(env.INGEST_INTERNAL_URL, env.TICKET_SECRET));
app.use(compression());
app.use(refuseForeignForms);
app.use(await site(env, server));
app.use(unexpectedError);

const realtime = realtimeProxy(env.MEDIA_INTERNAL_URL, env.TRUST_PROXY, env.NODE_ENV === 'development');
server.on('upgrade', realtime.onUpgrade);

new Gauge({
  name: 'panocall_proxied_sockets',
  help: 'Real-time sockets that this server carries to and from the media server',
  registers: [registry],
  collect() {
    this.set(realtime.sockets);
  },
});
databaseMetrics(registry, db);
const onAttempt = jobMetrics(
  registry,
  db,
  JOBS.map(({ name }) => name),
);

await claimStripeMode();
// Before the first request: enqueueing needs the queues.
const worker = await startWorker(JOBS, onAttempt);
await watchWebhooks();
await enqueueFirst();
const metrics = await serveMetrics(registry, env.METRICS_HOST, env.METRICS_PORT);

server.listen(env.PORT, env.HOST, () => {
  logger.info({ host: env.HOST, port: env.PORT, mode: env.NODE_ENV }, 'web server listening');
});

let stopping = false;

function stop(reason: string, exitCode: number): void {
  if (stopping) return;
  stopping = true;
  logger.info({ reason }, 'web server stopping');
  const served = new Promise((resolve) => server.close(resolve));
  void Promise.allSettled([served, worker.stop(SHUTDOWN_GRACE_MS - GIVE_BACK_MS)]).then(() =>
    process.exit(exitCode),
  );
  metrics.close();
  server.closeIdleConnections();
  realtime.close();
  setTimeout(() => process.exit(exitCode), SHUTDOWN_GRACE_MS).unref();
}

process.on('SIGTERM', () => stop('SIGTERM', 0));
process.on('SIGINT', () => stop('SIGINT', 0));
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    // The state is unknown: finishes open requests, and the supervisor starts a new process.
    logger.fatal({ err: error }, event);
    stop(event, 1);
  });
}
