import type { TransactionSql } from 'postgres';
import type { Database } from '#db/client.ts';

/** Simulates the death of a process: the work it interrupts executes no further statements. */
class Crash extends Error {
  override name = 'Crash';
}

/** Whether an error, or a cause of it, is a simulated crash. */
export function isCrash(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof Crash) return true;
  return false;
}

/** Throws a `Crash` before one of the next database statements, or right after a commit. */
export class Fuse {
  #left = Number.POSITIVE_INFINITY;

  /** @param db the product's database; each of its statements is a step */
  constructor({ $client }: Database) {
    this.#watch($client);
    const begin = $client.begin.bind($client);
    Object.assign($client, {
      begin: async (work: (tx: TransactionSql) => Promise<unknown>) => {
        this.#step();
        const done = await begin(async (tx) => {
          this.#watch(tx);
          const result = await work(tx);
          this.#step();
          return result;
        });
        this.#step();
        return done;
      },
    });
  }

  /** @param steps how many steps still succeed */
  light(steps: number): void {
    this.#left = steps;
  }

  /** Resets the fuse, as for a new process. @returns whether it had blown */
  putOut(): boolean {
    const isOut = this.#left < 0;
    this.#left = Number.POSITIVE_INFINITY;
    return isOut;
  }

  #step(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Crash();
  }

  #watch(client: { unsafe: Database['$client']['unsafe'] }): void {
    const unsafe = client.unsafe.bind(client);
    client.unsafe = (...args) => {
      this.#step();
      return unsafe(...args);
    };
  }
}
