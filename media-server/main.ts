import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { setLogEventListeners } from 'mediasoup';
import { parseEnvironment } from './env.ts';
import { createLog } from './log.ts';
import { startMediaServer } from './server.ts';

/** The process exits after this even if something hangs while stopping. */
const STOP_WITHIN_MS = 5_000;
/** libwebrtc says so each second of a browser that is out of reach, as its estimate is then below `LEAST_OUTGOING_BITRATE`. */
const HARMLESS_ERROR = 'start bitrate smaller than min bitrate';

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
  onerror: (namespace, message, error) => {
    if (!message.includes(HARMLESS_ERROR)) log.error({ namespace, err: error }, message);
  },
});

const starting = startMediaServer(env, log);
let stopping = false;
let draining = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopGently(signal));

starting.then(
  ({ port, healthPort }) =>
    log.info({ port, healthPort, workers: env.MEDIA_WORKERS }, 'media server listening'),
  (error: unknown) => {
    log.fatal({ err: error }, 'media server could not start');
    process.exit(1);
  },
);

/** Lets calls end first, up to a limit. At a second signal it stops at once. */
function stopGently(signal: string): void {
  const seconds = env.MEDIA_DRAIN_SECONDS;
  if (draining || seconds === 0) {
    stop(signal, 0);
    return;
  }
  draining = true;
  log.info({ signal, seconds }, 'media server draining');
  const limit = wait(seconds * 1000, undefined, { ref: false });
  const drained = starting.then((server) => server.drain());
  const end = () => stop(signal, 0);
  Promise.race([drained, limit]).then(end, (error: unknown) => {
    log.error({ err: error }, 'media server could not drain');
    end();
  });
}

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
