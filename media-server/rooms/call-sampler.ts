import type { SeatName } from '#protocol/channel.ts';
import type { Log } from '../log.ts';
import type { Room } from './room.ts';
import { type SeatSample, SeatSamples } from './seat-sample.ts';

const OTHER = { host: 'guest', guest: 'host' } as const;

export type SamplerOptions = {
  /** Sampling interval in ms. */
  every: number;
  /** Minimum length of a sample in ms; shorter ones are skipped. */
  least: number;
  calls(): Room[];
  onSample(room: Room, sample: SeatSample): void;
  /** Called after all calls have been measured. @throws errors are logged, and the next round calls it again */
  onRound(): Promise<void>;
};

/**
 * Samples the quality of all calls of a process, one after the other, so that the workers are not queried all at once.
 */
export class CallSampler {
  readonly #options: SamplerOptions;
  readonly #log: Log;
  readonly #samples: SeatSamples;
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | null = null;
  /** Measurements of calls that began or ended just now. */
  readonly #edges = new Set<Promise<void>>();

  constructor(options: SamplerOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    this.#samples = new SeatSamples(options.least);
    this.#timer = setInterval(() => {
      this.#round ??= this.#measureAll().finally(() => {
        this.#round = null;
      });
    }, options.every);
  }

  /**
   * Measures a call outside the interval: when it begins, and right before its media closes, so that the first and last
   * seconds are not lost.
   */
  measure(room: Room): void {
    const edge = this.#measureBoth(room)
      .catch((error: unknown) => this.#log.error({ err: error }, 'could not measure a call'))
      .finally(() => this.#edges.delete(edge));
    this.#edges.add(edge);
  }

  /** Resolves when no measurement is running. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
    await Promise.all(this.#edges);
  }

  async #measureAll(): Promise<void> {
    try {
      for (const room of this.#options.calls()) {
        // The call may have ended meanwhile: then its counters are gone.
        if (!room.isOver) await this.#measureBoth(room);
      }
      await this.#options.onRound();
    } catch (error) {
      this.#log.error({ err: error }, 'could not measure calls');
    }
  }

  async #measureBoth(room: Room): Promise<void> {
    await Promise.all([this.#measure(room, 'host'), this.#measure(room, 'guest')]);
  }

  async #measure(room: Room, seat: SeatName): Promise<void> {
    const { state, media } = room.observed;
    const { seats } = media;
    if (!seats || !state.seats[seat]) return;
    const measured = await this.#samples.measure(seat, seats[seat], seats[OTHER[seat]], performance.now());
    if (!measured) return;
    this.#options.onSample(room, measured.sample);
    if (measured.picture && !room.isOver) room.note({ seat, kind: measured.picture });
  }
}
