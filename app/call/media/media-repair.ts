import { SEAT_GRACE_MS } from '#protocol/limits.ts';
import type { MediaState } from './media-session.ts';

/** Short interruptions end by themselves: browsers report them after some seconds without packets. */
const PATIENCE_MS = 1_500;
/** Time for one attempt. */
const RETRY_MS = 5_000;
/** Time for a path to answer after an ICE restart: a few round trips. */
const ANSWER_MS = 1_000;
/**
 * As `ANSWER_MS`, on another network, which Chromium on Linux notices two seconds late
 * (net::NetworkChangeNotifierLinux).
 */
const NEW_NETWORK_MS = 2_000;

export type MediaRepairActions = {
  /** Restarts ICE. Rejects if the server cannot be reached, or refuses. */
  restart(): Promise<void>;
  /** Whether no packet has come on the path in use since ICE was restarted. */
  isPathDead(): Promise<boolean>;
  /** Begins with new connections. */
  replace(): void;
  onError(error: unknown): void;
  /** The server can be reached, but no media has come for as long as a seat is kept. */
  giveUp(): void;
};

/**
 * Restarts ICE while the media is interrupted. Chromium prefers a known path until that has been unanswered for five
 * seconds, even if another one answers; new connections know no such path.
 */
export class MediaRepair {
  readonly #actions: MediaRepairActions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #judgement: ReturnType<typeof setTimeout> | undefined;
  /** When the interruption began, on the monotonic clock. */
  #since: number | null = null;
  #restarting = false;

  constructor(actions: MediaRepairActions) {
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

  /** Whether the media is interrupted. */
  get isNeeded(): boolean {
    return this.#since !== null;
  }

  /** Restarts at once, because the server can be reached again, perhaps over another network. */
  restore(): Promise<void> {
    return this.#restartNow(NEW_NETWORK_MS);
  }

  /** Restarts at once, because the path may be cut. */
  restartNow(): Promise<void> {
    return this.#restartNow(ANSWER_MS);
  }

  async #restartNow(answerMs: number): Promise<void> {
    if (this.#since !== null) {
      this.#since = performance.now();
      this.#attemptIn(RETRY_MS);
    }
    if (this.#restarting) return;
    this.#restarting = true;
    this.#withdrawJudgement();
    try {
      await this.#actions.restart();
      this.#judgement = setTimeout(() => this.#judge(), answerMs);
    } catch (error) {
      this.#actions.onError(error);
    } finally {
      this.#restarting = false;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#withdrawJudgement();
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

  #withdrawJudgement(): void {
    clearTimeout(this.#judgement);
    this.#judgement = undefined;
  }

  async #judge(): Promise<void> {
    const judgement = this.#judgement;
    const isDead = await this.#actions.isPathDead();
    // Unless another restart has begun, or the media is back.
    if (isDead && judgement === this.#judgement) this.#actions.replace();
  }
}
