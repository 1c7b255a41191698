import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type Child, startChild } from '#scripts/processes/child.ts';

const PROGRAM = '/usr/bin/turnserver';

/** coturn comes from Debian; `npm test` installs it where it can. */
export const hasTurnServer = existsSync(PROGRAM);

type Setting = {
  /** Address to listen on and relay from, and the only peer it relays to. */
  address: string;
  port: number;
  /** Credentials made with any of these are accepted. */
  secrets: readonly string[];
  /** Folder for its files. */
  folder: string;
  tls?: { port: number; certFile: string; keyFile: string };
  /** Command prefix that runs it in a network namespace. */
  within?: readonly string[];
};

/** Starts coturn as compose.yaml does, and waits until it listens. */
export async function startTurnServer({
  address,
  port,
  secrets,
  folder,
  tls,
  within = [],
}: Setting): Promise<Child> {
  const turn = startChild([
    ...within,
    PROGRAM,
    ...[`--listening-ip=${address}`, `--relay-ip=${address}`, `--listening-port=${port}`],
    ...(tls
      ? [`--tls-listening-port=${tls.port}`, `--cert=${tls.certFile}`, `--pkey=${tls.keyFile}`]
      : ['--no-tls']),
    ...['--no-dtls', '--no-tcp-relay', '--no-cli', '--realm=panocall', '--use-auth-secret'],
    ...secrets.map((secret) => `--static-auth-secret=${secret}`),
    ...['--denied-peer-ip=0.0.0.0-255.255.255.255', `--allowed-peer-ip=${address}`, '--allow-loopback-peers'],
    ...['--log-file=stdout', `--pidfile=${join(folder, 'turn.pid')}`, `--userdb=${join(folder, 'turndb')}`],
  ]);
  turn.process.stdout?.resume();
  // Its log is buffered, and it may run in another network namespace. The kernel lists its listening port, in
  // hexadecimal.
  const listening = `:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A `;
  const sockets = `/proc/${turn.process.pid}/net/tcp`;
  await vi.waitUntil(async () => (await readFile(sockets, 'utf8')).includes(listening), { timeout: 20_000 });
  return turn;
}
