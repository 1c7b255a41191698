import { SOUND_ENCODINGS } from './sound-encoding.ts';

/** Share of an estimate that video may take: the rest is for retransmissions, and for the estimate being wrong. */
const VIDEO_SHARE = 0.9;
/** Below this a picture is no longer one, in bit/s. */
const LEAST_BITRATE = 80_000;
/** Estimates come about every second. Each raises the bitrate by this factor at most. */
const RAISE = 1.25;

/**
 * Divisors of the picture's width and height, with the least share of the full picture's bitrate at which each is used.
 * Encoders need fewer bits a pixel for a picture whose details are lost anyway, so a size is used well below its usual
 * bitrate; what is left to do the browser does, which reduces the size further by the encoder's own measure.
 */
const SCALES = [
  { scale: 1, share: 0.4 },
  { scale: 1.5, share: 0.15 },
  { scale: 2, share: 0.08 },
  { scale: 3, share: 0.035 },
  { scale: 4, share: 0 },
] as const;
/** A larger picture needs this much more than its least share, so that sizes do not alternate. */
const HYSTERESIS = 1.3;

export type Encoding = {
  /** In bit/s. */
  maxBitrate: number;
  /** Divisor of the picture's width and height. */
  scaleResolutionDownBy: number;
};

/** Fits the video that is sent to what the other side can receive: down at once, up carefully. */
export class Bandwidth {
  #target: number;
  #bitrate: number;
  /** What sound takes. */
  #sound = SOUND_ENCODINGS.voice.bitrate;
  #step = 0;

  /** @param target the bitrate of the full picture, in bit/s */
  constructor(target: number) {
    this.#target = target;
    this.#bitrate = target;
  }

  get encoding(): Encoding {
    return { maxBitrate: this.#bitrate, scaleResolutionDownBy: SCALES[this.#step]?.scale ?? 1 };
  }

  /** The full picture needs another bitrate from now on. */
  setTarget(target: number): void {
    if (target === this.#target) return;
    // What was limited stays so; what was not is not.
    this.#bitrate = this.#bitrate === this.#target ? target : Math.min(this.#bitrate, target);
    this.#target = target;
    this.#fit();
  }

  /** @param bitrate that sound takes, in bit/s */
  setSound(bitrate: number): void {
    this.#sound = bitrate;
  }

  /** @param estimate of what the other side can receive, in bit/s */
  setEstimate(estimate: number): void {
    const fitting = Math.max(LEAST_BITRATE, estimate * VIDEO_SHARE - this.#sound);
    this.#bitrate = Math.round(Math.min(fitting, this.#bitrate * RAISE, this.#target));
    this.#fit();
  }

  #fit(): void {
    const share = this.#bitrate / this.#target;
    const step = SCALES.findIndex((candidate, index) => {
      const needed = index < this.#step ? candidate.share * HYSTERESIS : candidate.share;
      return share >= needed;
    });
    this.#step = step;
  }
}
