import { pino } from 'pino';
import { parseEnvironment } from './env.ts';
import { startIngest } from './server.ts';

/** The process exits after this time even if something hangs while stopping. */
const STOP_WITHIN_MS = 5_000;

const env = parseEnvironment(process.env);
const log = pino({ name: 'ingest', level: env.LOG_LEVEL });
const server = await startIngest(env, log);
log.info({ port: server.port }, 'listening for RTMP');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    void server.close().then(() => process.exit(0));
  });
}
