import type { Log } from '../log.ts';
import { type ChannelRow, type ChannelStore, ForeignRowError } from './channel-store.ts';

type Columns = Parameters<ChannelStore['save']>[1];

const RETRY_MS = 1_000;

/** Writes a room's row beside the room: one write at a time, and again until the database takes it. */
export class RowWriter {
  readonly #id: string;
  readonly #store: ChannelStore;
  readonly #log: Log;
  readonly #onForeign: () => void;
  /** What is still to be written. */
  #pending: Columns | null = null;
  #writing: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param onForeign called when another node has taken the room over */
  constructor({ id }: ChannelRow, store: ChannelStore, log: Log, onForeign: () => void) {
    this.#onForeign = onForeign;
    this.#id = id;
    this.#store = store;
    this.#log = log;
  }

  /** Resolves after the first attempt, whether or not the database took it. */
  write(columns: Columns): Promise<void> {
    this.#pending = { ...this.#pending, ...columns };
    clearTimeout(this.#retry);
    this.#writing = this.#writing.then(() => this.#save());
    return this.#writing;
  }

  /** Makes a last attempt; what fails then is corrected by the next process that holds the room. */
  close(): Promise<void> {
    this.#closed = true;
    return this.write({});
  }

  /** What failed, with what has changed since. */
  #merged(failed: Columns): Columns {
    return { ...failed, ...this.#pending };
  }

  async #save(): Promise<void> {
    const columns = this.#pending;
    this.#pending = null;
    if (!columns || Object.keys(columns).length === 0) return;
    try {
      await this.#store.save(this.#id, columns);
    } catch (error) {
      this.#log.error({ err: error, status: columns.status }, 'could not write the room’s row');
      if (this.#closed) return;
      if (error instanceof ForeignRowError) return this.#onForeign();
      this.#pending = this.#merged(columns);
      this.#retry = setTimeout(() => void this.write({}), RETRY_MS);
    }
  }
}
