import { type VideoWish, WHOLE_VIDEO } from '#protocol/channel.ts';
import { SAVED_BITRATE, SCREEN_BITRATE } from '#protocol/limits.ts';
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

/** The smaller of two layers, in shares of the larger one: half its width and height, a quarter of its bitrate. */
const HALF = { scale: 2, share: 0.25 } as const;

export type Encoding = {
  active: boolean;
  /** In bit/s. */
  maxBitrate: number;
  /** Divisor of the picture's width and height. */
  scaleResolutionDownBy: number;
};

/** What is sent of the picture: all of it, the same also in half its size, or only half its size. */
export type Layers = 'whole' | 'both' | 'half';

/** Whether a screen is shared: beside the picture of a camera, or alone while there is none or it is off. */
type SharedScreen = 'beside' | 'alone' | null;

/**
 * Fits the video that is sent to what the other side can receive: down at once, up carefully.
 *
 * Of two layers the media server forwards the larger one that its estimate has room for, at once. So that the two do not
 * fight, each layer is fitted only where it is the one that arrives:
 * - The full one keeps its size. Its bitrate follows the estimate down to the least that its size is worth, and no
 *   further: it stays within reach of the server, which measures whether there is room for it again.
 * - The half one keeps its bitrate and its size as long as they fit. Below that it is fitted as a single picture is, and
 *   the full one, which could not arrive for a while, is not encoded. Neither is it while the other side wants half.
 *
 * A shared screen takes what the camera leaves, and where that is not enough for it, half of what there is. It keeps its
 * size, as text has to be read; the browser sends fewer of its frames.
 */
export class Bandwidth {
  #target: number;
  #layers: Layers;
  /** What there is room for, up to the target, and a screen's. */
  #room: number;
  #screen: SharedScreen = null;
  /** What sound takes. */
  #sound = SOUND_ENCODINGS.voice.bitrate;
  #wish = WHOLE_VIDEO;
  #step = 0;
  #hasFull = true;

  /**
   * @param target the bitrate of the full picture, in bit/s
   */
  constructor(target: number, layers: Layers = 'whole') {
    this.#target = target;
    this.#layers = layers;
    this.#room = target;
  }

  get layers(): Layers {
    return this.#layers;
  }

  /** One of the picture; or of two layers, the smaller one first. */
  get encodings(): Encoding[] {
    const { scale } = SCALES[this.#step] ?? SCALES[0];
    const fitted = {
      active: true,
      maxBitrate: Math.min(this.#bitrate, this.#adapted),
      scaleResolutionDownBy: scale,
    };
    if (this.#layers === 'whole') return [fitted];
    const half = { ...fitted, scaleResolutionDownBy: HALF.scale * scale };
    if (this.#layers === 'half') return [half];
    const leastOfFull = Math.round(this.#target * SCALES[0].share);
    return [
      half,
      {
        active: this.#hasFull && this.#wish.size === 'full' && !this.#wish.saveData,
        maxBitrate: Math.max(this.#bitrate, leastOfFull),
        scaleResolutionDownBy: 1,
      },
    ];
  }

  get screenEncoding(): Encoding {
    return {
      active: true,
      maxBitrate: Math.max(LEAST_BITRATE, this.#screenBitrate),
      scaleResolutionDownBy: 1,
    };
  }

  /** The full picture needs another bitrate from now on, or other layers. */
  setTarget(target: number, layers: Layers = 'whole'): void {
    if (target === this.#target && layers === this.#layers) return;
    this.#widen(() => {
      this.#target = target;
      this.#layers = layers;
    });
  }

  setScreen(screen: SharedScreen): void {
    if (screen !== this.#screen)
      this.#widen(() => {
        this.#screen = screen;
      });
  }

  /** What was limited stays so; what was not is not. */
  #widen(change: () => void): void {
    const isLimited = this.#room < this.#most;
    change();
    this.#room = isLimited ? Math.min(this.#room, this.#most) : this.#most;
    this.#fit();
  }

  /** The other side has another connection, of which nothing is known yet. */
  reset(): void {
    this.#room = this.#most;
    this.#fit();
  }

  /** The other side wants more or less from now on. */
  setWish(wish: VideoWish): void {
    this.#wish = wish;
    this.#fit();
  }

  /** @param bitrate that sound takes, in bit/s */
  setSound(bitrate: number): void {
    this.#sound = bitrate;
  }

  /** @param estimate of what the other side can receive, in bit/s */
  setEstimate(estimate: number): void {
    const fitting = Math.max(LEAST_BITRATE, estimate * VIDEO_SHARE - this.#sound);
    this.#room = Math.round(Math.min(fitting, this.#room * RAISE, this.#most));
    this.#fit();
  }

  get #most(): number {
    return this.#screen ? this.#target + SCREEN_BITRATE : this.#target;
  }

  get #total(): number {
    return this.#wish.saveData ? Math.min(this.#room, SAVED_BITRATE) : this.#room;
  }

  get #screenBitrate(): number {
    if (!this.#screen) return 0;
    const total = this.#total;
    const room = this.#screen === 'alone' ? total : Math.max(total / 2, total - this.#target);
    return Math.round(Math.min(SCREEN_BITRATE, room));
  }

  /** Of the camera's picture. */
  get #bitrate(): number {
    return Math.max(LEAST_BITRATE, Math.min(this.#total - this.#screenBitrate, this.#target));
  }

  /** The bitrate of the picture whose size is adapted. */
  get #adapted(): number {
    return this.#layers === 'whole' ? this.#target : Math.round(this.#target * HALF.share);
  }

  #fit(): void {
    const share = this.#bitrate / this.#adapted;
    const step = SCALES.findIndex((candidate, index) => {
      const needed = index < this.#step ? candidate.share * HYSTERESIS : candidate.share;
      return share >= needed;
    });
    this.#step = step;
    this.#hasFull = share >= (this.#hasFull ? 1 : HYSTERESIS);
  }
}
