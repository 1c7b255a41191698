import { carriedBytes, receivedBytes } from './stats.ts';

/** Polling intervals: usually, and during a gap, whose end must be noticed at once. */
const LOOK_MS = 300;
const LOOK_IN_GAP_MS = 100;
/** Sound comes 50 times a second, and every 400 ms while no one speaks (Opus DTX). */
const LATE_MS = 500;
const GAP_MS = 1_000;
/** A side whose connections are replaced, as after a change of network, sends nothing in between. */
const REPLACED_WITHIN_MS = 2_000;

/**
 * Whether the other side's picture or sound arrives. During a gap, `silent` if the server keeps confirming what this
 * side sends: the other side sends nothing. Otherwise `cut`: this side's own connection seems to be down.
 */
export type Arrival = 'unknown' | 'arriving' | 'silent' | 'cut';

export type ArrivalsOptions = {
  /** The browser's statistics of each transport; null before there is one. */
  received(): Promise<RTCStatsReport | null>;
  sent(): Promise<RTCStatsReport | null>;
  /** Called after half a second without packets: too short to report a problem, but a reason to check. */
  onGap(): void;
  onChange(arrival: Arrival): void;
};

/** Watches what arrives. Browsers report a cut connection only after several seconds, and a short one not at all. */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  #arrival: Arrival = 'unknown';
  /** Bytes of picture and sound, and when they last changed; null before the first poll. */
  #bytes: number | null = null;
  #arrivedAt = 0;
  /** What the server has confirmed on the other transport since a gap began; null outside gaps. */
  #confirmed: { bytes: number; at: number } | null = null;
  #isLate = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isExpected = false;
  #lapse: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
  }

  /** The other side has nothing to consume: unless that changes soon, stops expecting packets. */
  stopExpectingSoon(): void {
    clearTimeout(this.#lapse);
    this.#lapse = setTimeout(() => this.expect(false), REPLACED_WITHIN_MS);
  }

  /** @param isExpected the other side sends something that is consumed */
  expect(isExpected: boolean): void {
    clearTimeout(this.#lapse);
    if (isExpected === this.#isExpected) return;
    this.#isExpected = isExpected;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#bytes = null;
    this.#confirmed = null;
    this.#set('unknown');
    if (isExpected) this.#lookIn(LOOK_MS);
  }

  #lookIn(ms: number): void {
    const timer = setTimeout(async () => {
      await this.#look();
      if (this.#timer === timer) this.#lookIn(this.#confirmed ? LOOK_IN_GAP_MS : LOOK_MS);
    }, ms);
    this.#timer = timer;
  }

  async #look(): Promise<void> {
    const report = await this.#options.received();
    if (!report || !this.#isExpected) return;
    const now = performance.now();
    const bytes = receivedBytes(report);
    if (this.#bytes === null) {
      this.#bytes = bytes;
    } else if (bytes !== this.#bytes) {
      this.#bytes = bytes;
      this.#arrivedAt = now;
      this.#confirmed = null;
      this.#isLate = false;
      this.#set('arriving');
    } else if (this.#arrival !== 'unknown') {
      await this.#lookAtGap(now);
    }
  }

  async #lookAtGap(now: number): Promise<void> {
    const report = await this.#options.sent();
    if (!this.#isExpected) return;
    const bytes = report ? carriedBytes(report) : 0;
    this.#confirmed ??= { bytes, at: Number.NEGATIVE_INFINITY };
    if (bytes !== this.#confirmed.bytes) this.#confirmed = { bytes, at: now };
    const gap = now - this.#arrivedAt;
    if (gap >= LATE_MS && !this.#isLate) {
      this.#isLate = true;
      this.#options.onGap();
    }
    if (gap < GAP_MS) return;
    this.#set(now - this.#confirmed.at < GAP_MS ? 'silent' : 'cut');
  }

  #set(arrival: Arrival): void {
    if (arrival === this.#arrival) return;
    this.#arrival = arrival;
    this.#options.onChange(arrival);
  }
}
