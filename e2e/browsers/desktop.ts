import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Child, startChild } from '#scripts/processes/child.ts';

/**
 * A virtual screen and sound output: without a screen Firefox has no WebGL, and without a sound output no audio clock.
 * Needs Xvfb and PulseAudio.
 */
export class Desktop {
  /** Variables for programs that use it. */
  readonly env: Record<string, string>;
  readonly #folder: string;
  readonly #children: readonly Child[];

  private constructor(folder: string, children: readonly Child[], env: Record<string, string>) {
    this.#folder = folder;
    this.#children = children;
    this.env = env;
  }

  static async open(): Promise<Desktop> {
    const folder = await mkdtemp(join(tmpdir(), 'panocall-desktop-'));
    const screen = startChild(['Xvfb', '-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp']);
    const DISPLAY = `:${(await firstLine(screen.process.stdout)).trim()}`;
    const socket = join(folder, 'sound');
    const env = { HOME: folder, XDG_RUNTIME_DIR: folder, DISPLAY, PULSE_SERVER: `unix:${socket}` };
    const load = [
      'module-null-sink',
      // This module is loaded last, so the others are loaded once it is.
      `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ].flatMap((module) => ['--load', module]);
    const options = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--log-target=stderr', '--log-level=4'];
    const sound = startChild(['pulseaudio', ...options, ...load], { env: { ...process.env, ...env } });
    await lineWith(sound.process.stderr, 'Daemon startup complete');
    return new Desktop(folder, [screen, sound], env);
  }

  async close(): Promise<void> {
    for (const child of this.#children) await child.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function firstLine(output: Readable | null): Promise<string> {
  if (!output) throw new Error('There is no output');
  const [line]: unknown[] = await once(output, 'data');
  return String(line);
}

/** Waits for a line that contains this text, then lets the output flow on. */
function lineWith(output: Readable | null, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = '';
    output?.on('data', (part: Buffer) => {
      seen += part;
      if (seen.includes(text)) resolve();
      seen = seen.slice(-1_000);
    });
    output?.once('end', () => reject(new Error(`It ended before '${text}': ${seen}`)));
  });
}
