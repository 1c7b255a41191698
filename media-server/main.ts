import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { setLogEventListeners } from 'mediasoup';
import { parseEnvironment } from './env.ts';
import { createLog } from './log.ts';
import { startMediaServer } from './server.ts';

/** The process exits after this time even if something hangs while stopping. */
const STOP_WITHIN_MS = 5_000;
/** Calls not handed over within this time wait for the next process with this node id. */
const HAND_ON_WITHIN_MS = 3_000;
/**
 * libwebrtc logs this each second for an unreachable browser, whose estimate then falls below `LEAST_OUTGOING_BITRATE`.
 */
const HARMLESS_ERROR = 'start bitrate smaller than min bitrate';

const env = readEnvironmentOrExit();
const log = createLog(env.LOG_LEVEL, env.MEDIA_NODE_ID);

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    // The state is undefined after this: the supervisor starts a new process, which restores the rooms.
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

let stopping = false;
let signalled = false;
let emptying: Promise<void> | undefined;
const starting = startMediaServer(env, log, undefined, () => empty('command'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopGently(signal));

starting.then(
  ({ port, healthPort, workerPids }) =>
    log.info({ port, healthPort, workers: workerPids() }, 'media server listening'),
  (error: unknown) => {
    log.fatal({ err: error }, 'media server could not start');
    process.exit(1);
  },
);

/**
 * Waits for calls to end, up to a limit, then hands over the remaining ones. A second signal stops the process at once.
 */
function stopGently(signal: string): void {
  if (signalled) {
    stop(signal, 0);
    return;
  }
  signalled = true;
  void empty(signal).then(() => stop(signal, 0));
}

/** Drains the node. The process keeps running without rooms until an operator stops it. */
function empty(reason: string): Promise<void> {
  emptying ??= drainAndHandOn(reason).catch((error: unknown) => {
    log.error({ err: error }, 'media server could not drain');
  });
  return emptying;
}

async function drainAndHandOn(reason: string): Promise<void> {
  const seconds = env.MEDIA_DRAIN_SECONDS;
  log.info({ reason, seconds }, 'media server draining');
  const server = await starting;
  await Promise.race([server.drain(), wait(seconds * 1000, undefined, { ref: false })]);
  await Promise.race([server.handOver(), wait(HAND_ON_WITHIN_MS, undefined, { ref: false })]);
  log.info('media server drained');
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
