import type { Channel } from '#protocol/channel.ts';
import type { RequestData } from '#protocol/messages.ts';
import type { Limits } from '../limit-settings.ts';
import type { ChannelRow, ChannelStore, HeldRow } from './channel-store.ts';
import { sharedPlace } from './room-row.ts';

/** The host's location, stored while the room waits for its guest. */
export class Snapshots {
  readonly #held: HeldRow;
  readonly #store: ChannelStore;
  readonly #limits: Limits;
  /** When the last one was stored, on the monotonic clock. */
  #at = Number.NEGATIVE_INFINITY;
  #place: Channel['place'];

  constructor(row: ChannelRow, store: ChannelStore, limits: Limits) {
    this.#held = row;
    this.#store = store;
    this.#limits = limits;
    this.#place = sharedPlace(row);
  }

  /** The location, if shared with the guest. */
  get place(): Channel['place'] {
    return this.#place;
  }

  /** Stores a location unless the last one is recent. Withdrawing it from the guest is always allowed. */
  async take({ shared = false, ...at }: RequestData<'snapshotChannel'>): Promise<void> {
    const now = performance.now();
    const withdrawn = this.#place !== null && !shared;
    if (!withdrawn && now - this.#at < this.#limits.snapshotIntervalMs) return;
    await this.#store.save(this.#held, { ...at, placeShared: shared });
    this.#place = shared ? at : null;
    this.#at = now;
  }
}
