import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startChild } from '../processes/child.ts';
import { freePort } from '../processes/ports.ts';
import { root } from '../stack/settings.ts';

/** All servers started by `npm start`, with the data an attacker and an administrator know. */
export interface Stack {
  /** `http://127.0.0.1:…`, without a trailing slash. */
  origin: string;
  /** Port of the media server's WebSockets, which the web server proxies. */
  mediaPort: number;
  /** Ports of the metrics of the media server and the web server. */
  metricsPorts: { media: number; web: number };
  /** Password of `admin`. */
  adminPassword: string;
  /** Folder the emails are written to. */
  mailFolder: string;
  /** File with the output of all processes. */
  logFile: string;
  /** Process id of `npm start`. */
  pid: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: Stack;
  }
}

const READY = /Administrator: admin, password: (\S+)/;

/** Vitest's global set-up. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...stack } = await startStack();
  project.provide('stack', stack);
  return stop;
}

/**
 * Runs everything, with an empty database.
 * @param settings variables besides the defaults
 * @param within start of the command line, to run it elsewhere, e.g. in a network namespace
 */
export async function startStack(
  settings: Record<string, string> = {},
  within: readonly string[] = [],
): Promise<Stack & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'stack-'));
  const mailFolder = join(folder, 'mail');
  const logFile = join(folder, 'log');
  const [port, mediaPort] = [await freePort(), await freePort()];
  const metricsPorts = { media: await freePort(), web: await freePort() };
  const child = startChild([...within, process.execPath, 'scripts/start.ts', '--temporary'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: String(port),
      MEDIA_PORT: String(mediaPort),
      MEDIA_HEALTH_PORT: String(metricsPorts.media),
      METRICS_PORT: String(metricsPorts.web),
      RTC_PORT: '0',
      // Lets tests choose the client's address.
      TRUST_PROXY: '1',
      MAIL_FOLDER: mailFolder,
      ...settings,
    },
  });
  const log = createWriteStream(logFile);
  child.process.stdout?.pipe(log);
  child.process.stderr?.pipe(log);
  let printed = '';
  const adminPassword = await new Promise<string>((resolve, reject) => {
    const read = (chunk: unknown) => {
      printed += chunk;
      const password = READY.exec(printed)?.[1];
      if (password) {
        child.process.stdout?.off('data', read);
        resolve(password);
      }
    };
    child.process.stdout?.on('data', read);
    void child.exited.then((how) => reject(new Error(`npm start exited (${how}):\n${printed}`)));
  });
  const pid = child.process.pid ?? 0;
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await child.stop();
    if (!log.closed) await once(log.end(), 'close');
    await rm(folder, { recursive: true });
  };
  return { origin, mediaPort, metricsPorts, adminPassword, mailFolder, logFile, pid, stop };
}
