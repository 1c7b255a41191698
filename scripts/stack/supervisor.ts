import type { Child } from '../processes/child.ts';
import { whenParentIsGone } from '../processes/parent.ts';

/** A child process or a database cluster. */
type Service = Pick<Child, 'exited' | 'stop'>;

/**
 * Keeps services running until one exits, a signal arrives, or the parent process is gone; then stops them in reverse
 * order and exits.
 */
export class Supervisor {
  readonly #services: Service[] = [];
  #stopping = false;

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => this.#stopBecauseOf(signal, 0));
    }
    whenParentIsGone(() => this.#stopBecauseOf('the parent process is gone', 1));
  }

  watch(name: string, service: Service): void {
    this.#services.push(service);
    void service.exited.then((how) => {
      if (!this.#stopping) this.fail(`${name} exited unexpectedly (${how}). Shutting down.`);
    });
  }

  fail(message: string): void {
    if (this.#stopping) return;
    console.error(`\n${message}`);
    void this.#stop(1);
  }

  #stopBecauseOf(reason: string, exitCode: number): void {
    if (!this.#stopping) console.log(`\nStopping: ${reason}.`);
    void this.#stop(exitCode);
  }

  async #stop(exitCode: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const service of this.#services.toReversed()) await service.stop();
    process.exit(exitCode);
  }
}
