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
  /** Another process has taken the room. */
  foreign: () => void;
  /** The booking has a newer room. */
  replaced: () => void;
};

const RETRY_MS = 1_000;

/** Writes a room's row without blocking the room: one write at a time, retried until the database accepts it. */
export class RowWriter {
  readonly #held: HeldRow;
  readonly #store: ChannelStore;
  readonly #log: Log;
  readonly #on: Events;
  /** Columns still to be written. */
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
   * @throws as the database, while the room waits for a guest; ProtocolError UNAVAILABLE if another process has the
   * room
   */
  async follow(columns: ChannelColumns & Columns): Promise<void> {
    // The web server decides by the row whether guests may enter.
    if (columns.status === 'CREATED') {
      return this.#store.save(this.#held, columns).catch((error: unknown) => {
        if (!(error instanceof ForeignRowError)) throw error;
        this.#on.foreign();
        throw new ProtocolError('UNAVAILABLE');
      });
    }
    const written = this.write(columns);
    // A call does not wait for the database, except at its end and for one attempt: the web server answers both sides'
    // next requests from the row.
    if (columns.endedAt) await written;
  }

  /** Resolves after the first attempt, even if it failed. */
  write(columns: Columns): Promise<void> {
    this.#pending = { ...this.#pending, ...columns };
    clearTimeout(this.#retry);
    this.#writing = this.#writing.then(() => this.#save());
    return this.#writing;
  }

  /** @returns whether everything has been written */
  async flush(): Promise<boolean> {
    await this.write({});
    return this.#pending === null;
  }

  /** Makes a last attempt; if it fails, the next process that holds the room corrects the row. */
  close(): Promise<void> {
    this.#closed = true;
    return this.write({});
  }

  /** The columns of a failed write, overridden by later changes. */
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
