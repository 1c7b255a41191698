import { type ChildProcess, spawn } from 'node:child_process';

/** A child that has not obeyed by then is killed. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Runs a command, and a guard in its process group that stops the command when this process is gone, however it went:
 * the guard waits for the end of descriptor 3, whose other end only this process has.
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

/** Variables for a child. Those that are undefined are left out. */
export type Environment = Record<string, string | undefined>;

export interface ChildOptions {
  /** Our own, if there is none. */
  env?: Environment;
  cwd?: string;
  /** What becomes of standard output and error: our own, one pipe each (the default), or an open file. */
  output?: 'inherit' | 'pipe' | number;
  /** What asks the command to end. */
  stopSignal?: 'TERM' | 'INT';
  user?: { uid: number; gid: number };
}

export interface Child {
  process: ChildProcess;
  /** 'exit code 1' or 'SIGKILL', once it has ended. */
  exited: Promise<string>;
  /** Asks it to end, and waits until it and whatever it started are gone. */
  stop(): Promise<void>;
}

/** Starts a command in a process group of its own, so that Ctrl-C reaches only us, who stop things in order. */
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

/** The guard outlives the command, and keeps its process group from being somebody else's. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}

/** Runs a command to its end. @returns what it printed @throws with that, where it fails */
export async function runChild(command: string[], options: ChildOptions = {}): Promise<string> {
  const child = startChild(command, options);
  let text = '';
  child.process.stdout?.on('data', (chunk) => (text += chunk));
  child.process.stderr?.on('data', (chunk) => (text += chunk));
  const end = await child.exited;
  if (end !== 'exit code 0') throw new Error(`${text}'${command.join(' ')}' failed: ${end}`);
  return text;
}
