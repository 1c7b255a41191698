import { AudioSample, type AudioSampleSource } from 'mediabunny';
import { CHANNELS } from './sound-batch.ts';
import { SoundClock } from './sound-clock.ts';

/**
 * Without sound for this long the track gets silence: otherwise the file would wait for it, and hold back the picture.
 */
const LONGEST_MS = 1_000;
/** Without sound for this long, a problem is reported. */
const PATIENCE_MS = 3_000;
/** Maximum number of batches waiting for the encoder: a second of sound. Silence replaces what is dropped. */
const MOST_WAITING = 24;

/** Feeds an encoder with sound that lasts as long as the picture, even if the device's audio clock stops. */
export class SoundFeed {
  readonly #source: Pick<AudioSampleSource, 'add'>;
  readonly #sampleRate: number;
  readonly #clock: SoundClock;
  readonly #onProblem: (error: unknown) => void;
  readonly #onSilence: () => void;
  readonly #begun = performance.now();
  readonly #timer = setInterval(() => this.#watch(), LONGEST_MS);
  #heardAt = this.#begun;
  #hasTold = false;
  /** One at a time, as mediabunny does not keep the order of concurrent additions. */
  #adding: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isOver = false;

  /**
   * @param sampleRate in Hz
   * @param on `problem`: called once if the source accepts no more; `silence`: called once if no sound comes
   */
  constructor(
    source: Pick<AudioSampleSource, 'add'>,
    sampleRate: number,
    on: { problem(error: unknown): void; silence(): void },
  ) {
    this.#source = source;
    this.#sampleRate = sampleRate;
    this.#clock = new SoundClock(sampleRate);
    this.#onProblem = on.problem;
    this.#onSilence = on.silence;
  }

  /**
   * @param samples one channel after the other
   * @param endedAt time of the last sample, by `performance.now()`
   */
  hear(samples: Float32Array<ArrayBuffer>, endedAt: number): void {
    this.#heardAt = performance.now();
    if (this.#waiting < MOST_WAITING) this.#place(samples, endedAt);
  }

  /** Ends the track now. Resolves when the encoder has everything. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#place(new Float32Array(), performance.now());
    this.#isOver = true;
    await this.#adding;
  }

  #watch(): void {
    const now = performance.now();
    this.#place(new Float32Array(), now - LONGEST_MS);
    if (now - this.#heardAt < PATIENCE_MS || this.#hasTold) return;
    this.#hasTold = true;
    this.#onSilence();
  }

  #place(samples: Float32Array<ArrayBuffer>, endedAt: number): void {
    if (this.#isOver) return;
    const place = this.#clock.place((endedAt - this.#begun) / 1_000, samples.length / CHANNELS);
    if (!place) return;
    this.#waiting++;
    this.#adding = this.#adding
      .then(async () => {
        await this.#addSilence(place.begins - place.silence, place.begins);
        await this.#add(samples, place.begins);
      })
      .catch((error: unknown) => {
        if (!this.#isOver) this.#onProblem(error);
        this.#isOver = true;
      })
      .finally(() => this.#waiting--);
  }

  /** Adds silence between two frame numbers; one second at a time, as a computer that slept may need hours of it. */
  async #addSilence(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += this.#sampleRate)
      await this.#add(new Float32Array(CHANNELS * Math.min(this.#sampleRate, to - at)), at);
  }

  /** @param begins in frames */
  async #add(data: Float32Array<ArrayBuffer>, begins: number): Promise<void> {
    if (data.length === 0) return;
    const sampleRate = this.#sampleRate;
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: CHANNELS,
      sampleRate,
      timestamp: begins / sampleRate,
    });
    try {
      await this.#source.add(sample);
    } finally {
      sample.close();
    }
  }
}
