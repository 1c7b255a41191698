import { SEAT_GRACE_MS } from '#protocol/limits.ts';
import type { MediaState } from './media-session.ts';

/** Short interruptions end by themselves: browsers report them after some seconds without packets. */
const PATIENCE_MS = 1_500;
/** Time for one attempt. */
const RETRY_MS = 5_000;

export type IceRepairActions = {
  /** Rejects if the server cannot be reached, or refuses. */
  restart(): Promise<void>;
  onError(error: unknown): void;
  /** The server can be reached, but no media for as long as a seat would be kept. */
  giveUp(): void;
};

/** Restarts ICE for as long as the media is interrupted. */
export class IceRepair {
  readonly #actions: IceRepairActions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the interruption began, on the monotonic clock. */
  #since: number | null = null;
  #restarting = false;

  constructor(actions: IceRepairActions) {
    this.#actions = actions;
  }

  /** Takes the state of the media after each change. */
  watch(state: MediaState): void {
    if (state === 'connected') this.stop();
    else if (state === 'interrupted' && this.#since === null) {
      this.#since = performance.now();
      this.#attemptIn(PATIENCE_MS);
    }
  }

  /** The media is interrupted. */
  get isNeeded(): boolean {
    return this.#since !== null;
  }

  /** Restarts at once, as the server can be reached again, or the network has changed. */
  async restartNow(): Promise<void> {
    if (this.#since !== null) {
      this.#since = performance.now();
      this.#attemptIn(RETRY_MS);
    }
    if (this.#restarting) return;
    this.#restarting = true;
    try {
      await this.#actions.restart();
    } catch (error) {
      this.#actions.onError(error);
    } finally {
      this.#restarting = false;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#since = null;
  }

  #attemptIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#attempt(), ms);
  }

  #attempt(): void {
    const since = this.#since;
    if (since === null) return;
    if (performance.now() - since > SEAT_GRACE_MS) this.#actions.giveUp();
    void this.restartNow();
    this.#since = since;
  }
}
