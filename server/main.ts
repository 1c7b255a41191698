import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import compression from 'compression';
import express from 'express';
import { sweepRegularly } from '#app/pictures/files.server.ts';
import { env } from '#app/platform/env.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { bodyLimit } from './body-limit.ts';
import { refuseForeignForms } from './foreign-forms.ts';
import { realtimeProxy } from './realtime-proxy.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { site } from './site.ts';
import { unexpectedError } from './unexpected-error.ts';
import { letBodiesEnd } from './unread-body.ts';

/** How long open requests may take to finish after a stop signal. */
const SHUTDOWN_GRACE_MS = 5_000;

const app = express();
app.disable('x-powered-by');
app.set('trust proxy', env.TRUST_PROXY);

const server =
  env.TLS_CERT_FILE && env.TLS_KEY_FILE
    ? createTlsServer({ cert: readFileSync(env.TLS_CERT_FILE), key: readFileSync(env.TLS_KEY_FILE) }, app)
    : createServer(app);

app.use(requestLog);
app.use(letBodiesEnd);
app.use(securityHeaders(env));
app.use(bodyLimit);
app.use(compression());
app.use(refuseForeignForms);
app.use(await site(env, server));
app.use(unexpectedError);

const realtime = realtimeProxy(env.MEDIA_INTERNAL_URL);
server.on('upgrade', realtime.onUpgrade);

server.listen(env.PORT, env.HOST, () => {
  logger.info({ host: env.HOST, port: env.PORT, mode: env.NODE_ENV }, 'web server listening');
});

sweepRegularly();

let stopping = false;

function stop(reason: string): void {
  if (stopping) return;
  stopping = true;
  logger.info({ reason }, 'web server stopping');
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  realtime.close();
  setTimeout(() => process.exit(0), SHUTDOWN_GRACE_MS).unref();
}

process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
