import { type ChildProcess, spawn } from 'node:child_process';

/** A child that has not stopped within this time is killed. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Runs a command together with a guard in its process group that stops the command when this process has ended, for any
 * reason: the guard waits for end-of-file on descriptor 3, whose other end only this process holds.
 */
const GUARDED = `
(
  read -r _ <&3
  kill -s "$0" $$
  for _ in 1 2 3 4 5 6 7 8 9 10; do sleep 1; kill -0 $$ || exit; done
  kill -s KILL -- -$$
) </dev/null >/dev/null 2>&1 &
exec 3<&-
exec "$@"
`;

/** Environment variables of a child. Undefined ones are left out. */
export type Environment = Record<string, string | undefined>;

export interface ChildOptions {
  /** Default: our own environment. */
  env?: Environment;
  cwd?: string;
  /** Standard output and error: inherited, a pipe each (the default), or an open file. */
  output?: 'inherit' | 'pipe' | number;
  /** Signal that asks the command to stop. */
  stopSignal?: 'TERM' | 'INT';
  user?: { uid: number; gid: number };
}

export interface Child {
  process: ChildProcess;
  /** 'exit code 1' or 'SIGKILL', once it has exited. */
  exited: Promise<string>;
  /** Asks it to stop, and waits until it and its descendants have ended. */
  stop(): Promise<void>;
}

/** Starts a command in its own process group, so that Ctrl-C reaches only us and we can stop everything in order. */
export function startChild(command: string[], options: ChildOptions = {}): Child {
  const { output = 'pipe', stopSignal = 'TERM', user } = options;
  const child = spawn('sh', ['-c', GUARDED, stopSignal, ...command], {
    cwd: options.cwd,
    env: options.env && { NODE_ENV: process.env.NODE_ENV, ...options.env },
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
    ...user,
  });
  const exited = new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => killGroup(child));
    child.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    process: child,
    exited,
    async stop() {
      const timer = setTimeout(() => killGroup(child), STOP_TIMEOUT_MS);
      child.kill(`SIG${stopSignal}`);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** The guard outlives the command, which prevents its process group id from being reused. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is empty.
  }
}

/** Runs a command to completion. @returns its output @throws with that output if it fails */
export async function runChild(command: string[], options: ChildOptions = {}): Promise<string> {
  const child = startChild(command, options);
  let text = '';
  child.process.stdout?.on('data', (chunk) => (text += chunk));
  child.process.stderr?.on('data', (chunk) => (text += chunk));
  const end = await child.exited;
  if (end !== 'exit code 0') throw new Error(`${text}'${command.join(' ')}' failed: ${end}`);
  return text;
}
