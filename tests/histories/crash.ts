import type { TransactionSql } from 'postgres';
import type { Database } from '#db/client.ts';

/** Stands for the death of a process: whatever it would have done in the database afterwards is not done. */
class Crash extends Error {
  override name = 'Crash';
}

/** @param error what came of some work, also as the cause of another error */
export function isCrash(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof Crash) return true;
  return false;
}

/** Ends what runs before one of its next statements in the database, or right after a commit. */
export class Fuse {
  #left = Number.POSITIVE_INFINITY;

  /** @param db of what is to die: its statements are the steps */
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

  /** @param steps that are still done */
  light(steps: number): void {
    this.#left = steps;
  }

  /** As a new process. @returns whether it has burnt down */
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
