import type { SeatName } from '#protocol/channel.ts';
import type { Log } from '../log.ts';
import type { Room } from './room.ts';
import { type SeatSample, SeatSamples } from './seat-sample.ts';

const OTHER = { host: 'guest', guest: 'host' } as const;

export type SamplerOptions = {
  /** In ms. */
  every: number;
  calls(): Room[];
  onSample(room: Room, sample: SeatSample): void;
  /** All calls have been measured once more. @throws what is logged; it is called again the next time */
  onRound(): Promise<void>;
};

/** Measures how well all calls of a process go, one after the other, so that their workers are never asked all at once. */
export class CallSampler {
  readonly #options: SamplerOptions;
  readonly #log: Log;
  readonly #samples = new SeatSamples();
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | null = null;

  constructor(options: SamplerOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.#round ??= this.#measureAll().finally(() => {
        this.#round = null;
      });
    }, options.every);
  }

  /** Resolves when nothing is measured any more. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }

  async #measureAll(): Promise<void> {
    try {
      for (const room of this.#options.calls()) {
        await Promise.all([this.#measure(room, 'host'), this.#measure(room, 'guest')]);
      }
      await this.#options.onRound();
    } catch (error) {
      this.#log.error({ err: error }, 'could not measure calls');
    }
  }

  async #measure(room: Room, seat: SeatName): Promise<void> {
    const { state, media } = room.observed;
    const { seats } = media;
    if (!seats || !state.seats[seat]) return;
    const measured = await this.#samples.measure(seat, seats[seat], seats[OTHER[seat]], performance.now());
    if (!measured || room.isOver) return;
    this.#options.onSample(room, measured.sample);
    if (measured.picture) room.note({ seat, kind: measured.picture });
  }
}
