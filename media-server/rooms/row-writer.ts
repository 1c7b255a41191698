import { ProtocolError } from '#protocol/errors.ts';
import type { Log } from '../log.ts';
import {
  type ChannelColumns,
  type ChannelStore,
  ForeignRowError,
  type HeldRow,
  ReplacedRoomError,
} from './channel-store.ts';

type Columns = Parameters<ChannelStore['save']>[1];

type Events = {
  /** Another process has taken the room over. */
  foreign: () => void;
  /** Its booking has a newer room. */
  replaced: () => void;
};

const RETRY_MS = 1_000;

/** Writes a room's row beside the room: one write at a time, and again until the database takes it. */
export class RowWriter {
  readonly #held: HeldRow;
  readonly #store: ChannelStore;
  readonly #log: Log;
  readonly #on: Events;
  /** What is still to be written. */
  #pending: Columns | null = null;
  #writing: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor({ id, epoch }: HeldRow, store: ChannelStore, log: Log, on: Events) {
    this.#on = on;
    this.#held = { id, epoch };
    this.#store = store;
    this.#log = log;
  }

  /**
   * Writes the row of a room that has changed.
   * @throws as the database, while the room waits for a guest; ProtocolError UNAVAILABLE if the room is another's
   */
  async follow(columns: ChannelColumns & Columns): Promise<void> {
    // The web server lets guests in by the row.
    if (columns.status === 'CREATED') {
      return this.#store.save(this.#held, columns).catch((error: unknown) => {
        if (!(error instanceof ForeignRowError)) throw error;
        this.#on.foreign();
        throw new ProtocolError('UNAVAILABLE');
      });
    }
    const written = this.write(columns);
    // A call does not wait for the database. Its end does, once: what both sides do next is answered by the row.
    if (columns.endedAt) await written;
  }

  /** Resolves after the first attempt, whether or not the database took it. */
  write(columns: Columns): Promise<void> {
    this.#pending = { ...this.#pending, ...columns };
    clearTimeout(this.#retry);
    this.#writing = this.#writing.then(() => this.#save());
    return this.#writing;
  }

  /** @returns whether the row says all that it should */
  async flush(): Promise<boolean> {
    await this.write({});
    return this.#pending === null;
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
      await this.#store.save(this.#held, columns);
    } catch (error) {
      this.#log.error({ err: error, status: columns.status }, 'could not write the room’s row');
      if (this.#closed) return;
      if (error instanceof ForeignRowError) return this.#on.foreign();
      if (error instanceof ReplacedRoomError) return this.#on.replaced();
      this.#pending = this.#merged(columns);
      this.#retry = setTimeout(() => void this.write({}), RETRY_MS);
    }
  }
}
