import { type VideoWish, WHOLE_VIDEO } from '#protocol/channel.ts';
import { SAVED_BITRATE, SCREEN_BITRATE } from '#protocol/limits.ts';
import { SOUND_ENCODINGS } from './sound-encoding.ts';

/** Share of an estimate that video may take: the rest is for retransmissions, and for errors of the estimate. */
export const VIDEO_SHARE = 0.9;
/** Minimum bitrate of a recognisable picture, in bit/s. */
const LEAST_BITRATE = 80_000;
/** Maximum factor by which one estimate raises the bitrate; estimates come about every second. */
const RAISE = 1.25;

/**
 * Divisors of the picture's width and height, with the minimum share of the full picture's bitrate at which each is
 * used. Encoders need fewer bits per pixel for a picture whose details are lost anyway, so a size is used well below
 * its usual bitrate; the browser reduces it further if its encoder needs that.
 */
const SCALES = [
  { scale: 1, share: 0.4 },
  { scale: 1.5, share: 0.15 },
  { scale: 2, share: 0.08 },
  { scale: 3, share: 0.035 },
  { scale: 4, share: 0 },
] as const;
/** A larger picture needs its minimum share times this factor, so that sizes do not alternate. */
const HYSTERESIS = 1.3;

/** The smaller of two layers relative to the larger one: half its width and height, a quarter of its bitrate. */
const HALF = { scale: 2, share: 0.25 } as const;

/**
 * The whole picture beside the part of it in full detail: a divisor of its width and height, and its share of the bits,
 * up to a bitrate that suits this size. It is smaller where both have less than `ample`. The part gets the rest, up to a
 * bitrate beyond which it hardly gets better.
 */
export const BESIDE_DETAIL = {
  scale: 3,
  share: 0.2,
  most: 1_200_000,
  ample: 2_000_000,
  scarceScale: 4,
} as const;
/** Bitrates of the part: the maximum, and the minimum of both at which it is sent. */
const DETAIL = { most: 6_000_000, least: 600_000 } as const;

export type Encoding = {
  active: boolean;
  /** In bit/s. */
  maxBitrate: number;
  /** Divisor of the picture's width and height. */
  scaleResolutionDownBy: number;
};

/** Which layers of the picture are sent: the full size, both, or only half the size. */
export type Layers = 'whole' | 'both' | 'half';

/** Whether a screen is shared: beside a camera's picture, or alone while the camera is missing or off. */
type SharedScreen = 'beside' | 'alone' | null;

/**
 * Adapts the sent video to what the other side can receive: down at once, up carefully.
 *
 * Of two layers the media server forwards the larger one that its estimate allows, at once. So that the two mechanisms
 * do not conflict, each layer is adapted only while it is the one that arrives:
 * - The full one keeps its size. Its bitrate follows the estimate down to the minimum that its size is worth, and no
 * further: it stays within reach of the server, which checks whether there is bandwidth for it again.
 * - The half one keeps its bitrate and size while they fit. Below that it is adapted as a single picture is, and the
 * full one, which could not arrive for a while, is not encoded; nor is it while the other side wants half.
 *
 * Beside the part in full detail, the smaller layer has a size of its own, and the full one is not encoded.
 *
 * A shared screen takes what the camera leaves, and if that is not enough, half of the total. It keeps its size, as
 * text has to stay readable; the browser sends fewer frames of it.
 */
export class Bandwidth {
  #target: number;
  #layers: Layers;
  /** Available bitrate, up to the target plus that of a screen. */
  #room: number;
  #screen: SharedScreen = null;
  /** Bitrate of the sound. */
  #sound = SOUND_ENCODINGS.voice.bitrate;
  #wish = WHOLE_VIDEO;
  #step = 0;
  #hasFull = true;
  /** Whether a part of the picture can be sent in full detail beside it, and whether there is bandwidth for it. */
  #isDetailed = false;
  #hasDetail = true;
  /** Whether there is bandwidth for a larger whole beside it. */
  #isAmple = true;

  /** @param target the bitrate of the full picture, in bit/s */
  constructor(target: number, layers: Layers = 'whole') {
    this.#target = target;
    this.#layers = layers;
    this.#room = target;
  }

  get layers(): Layers {
    return this.#layers;
  }

  /** One encoding for a single picture; for two layers, the smaller one first. */
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
    if (this.#isDetailed && this.#hasDetail)
      return [
        {
          active: true,
          maxBitrate: this.#bitrateBesideDetail,
          scaleResolutionDownBy: this.#isAmple ? BESIDE_DETAIL.scale : BESIDE_DETAIL.scarceScale,
        },
        { active: false, maxBitrate: this.#target, scaleResolutionDownBy: 1 },
      ];
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

  /** Of the part in full detail. */
  get detailEncoding(): Encoding {
    return {
      active: this.#hasDetail,
      maxBitrate: Math.min(DETAIL.most, this.#bitrate - this.#bitrateBesideDetail),
      scaleResolutionDownBy: 1,
    };
  }

  get screenEncoding(): Encoding {
    return {
      active: true,
      maxBitrate: Math.max(LEAST_BITRATE, this.#screenBitrate),
      scaleResolutionDownBy: 1,
    };
  }

  /** Sets another bitrate of the full picture, or other layers. */
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

  /** Applies a change: a limited bitrate stays limited, an unlimited one unlimited. */
  #widen(change: () => void): void {
    const isLimited = this.#room < this.#most;
    change();
    this.#room = isLimited ? Math.min(this.#room, this.#most) : this.#most;
    this.#fit();
  }

  /** Resets to the full bitrate: the other side has a new connection, about which nothing is known yet. */
  reset(): void {
    this.#room = this.#most;
    this.#fit();
  }

  /** Sets whether a part of the picture can be sent in full detail beside it; only of two layers. */
  setDetail(isDetailed: boolean): void {
    this.#isDetailed = isDetailed;
  }

  /** Sets how much video the other side wants. */
  setWish(wish: VideoWish): void {
    this.#wish = wish;
    this.#fit();
  }

  /** @param bitrate of the sound, in bit/s */
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

  /** Bitrate of the camera's picture. */
  get #bitrate(): number {
    return Math.max(LEAST_BITRATE, Math.min(this.#total - this.#screenBitrate, this.#target));
  }

  get #bitrateBesideDetail(): number {
    return Math.round(Math.min(BESIDE_DETAIL.most, BESIDE_DETAIL.share * this.#bitrate));
  }

  /** Full bitrate of the picture whose size is adapted. */
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
    this.#isAmple = this.#bitrate >= BESIDE_DETAIL.ample * (this.#isAmple ? 1 : HYSTERESIS);
    this.#hasDetail = this.#bitrate >= DETAIL.least * (this.#hasDetail ? 1 : HYSTERESIS);
  }
}
