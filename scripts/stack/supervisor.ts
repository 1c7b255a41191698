import type { Child } from '../processes/child.ts';
import { whenParentIsGone } from '../processes/parent.ts';
import { duration } from './progress.ts';

/** A child process or a database cluster. */
type Service = Pick<Child, 'exited' | 'stop'>;

interface Kept {
  name: string;
  service: Promise<Service>;
  restart: () => Promise<Service>;
}

/** Pause before a restart: doubles with each exit in a row. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A service that ran for this long starts again after the first pause. */
const STEADY_MS = 60_000;

/**
 * Keeps services running: restarts each that exits, until a signal arrives or the parent process has ended. Then stops
 * them in reverse order and exits.
 */
export class Supervisor {
  readonly #kept: Kept[] = [];
  #started = false;
  #stopping = false;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => this.#stopBecauseOf(signal, 0));
    }
    whenParentIsGone(() => this.#stopBecauseOf('the parent process is gone', 1));
  }

  /** @param restart starts the service again at the same address */
  watch(name: string, service: Service, restart: () => Promise<Service> | Service): void {
    const kept = { name, service: Promise.resolve(service), restart: async () => restart() };
    this.#kept.push(kept);
    void this.#keep(kept);
  }

  /** From now on, services that exit are restarted. Earlier, they would only fail again. */
  started(): void {
    this.#started = true;
  }

  fail(message: string): void {
    if (this.#stopping) return;
    console.error(`\n${message}`);
    void this.#stop(1);
  }

  async #keep(kept: Kept): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 2)) {
      const startedAt = performance.now();
      const how = await kept.service.then(
        (service) => service.exited,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (this.#stopping) return;
      if (!this.#started) return this.fail(`${kept.name} exited unexpectedly (${how}). Shutting down.`);
      if (performance.now() - startedAt > STEADY_MS) pause = FIRST_PAUSE_MS;
      console.error(`${kept.name} exited unexpectedly (${how}). Restarting in ${duration(pause)}.`);
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.#stopping) return;
      kept.service = kept.restart();
    }
  }

  #stopBecauseOf(reason: string, exitCode: number): void {
    if (!this.#stopping) console.log(`\nStopping: ${reason}.`);
    void this.#stop(exitCode);
  }

  async #stop(exitCode: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const { service } of this.#kept.toReversed()) {
      await service.then(
        (running) => running.stop(),
        () => {},
      );
    }
    process.exit(exitCode);
  }
}
