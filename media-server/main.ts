import process from 'node:process';
import { setLogEventListeners } from 'mediasoup';
import { parseEnvironment } from './env.ts';
import { createLog } from './log.ts';
import { startMediaServer } from './server.ts';

/** The process exits after this even if something hangs while stopping. */
const STOP_WITHIN_MS = 5_000;

const env = readEnvironmentOrExit();
const log = createLog(env.LOG_LEVEL, env.MEDIA_NODE_ID);

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    // The state is unknown now: a new process, started by the supervisor, restores the rooms.
    log.fatal({ err: error }, event);
    stop(event, 1);
  });
}

setLogEventListeners({
  onwarn: (namespace, message) => log.warn({ namespace }, message),
  onerror: (namespace, message, error) => log.error({ namespace, err: error }, message),
});

const starting = startMediaServer(env, log);
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal, 0));

starting.then(
  ({ port, healthPort }) =>
    log.info({ port, healthPort, workers: env.MEDIA_WORKERS }, 'media server listening'),
  (error: unknown) => {
    log.fatal({ err: error }, 'media server could not start');
    process.exit(1);
  },
);

function stop(reason: string, exitCode: number): void {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'media server stopping');
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  const exit = () => process.exit(exitCode);
  // A server that failed to start has already reported it.
  starting.then((server) => server.close()).then(exit, exit);
}

function readEnvironmentOrExit() {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
