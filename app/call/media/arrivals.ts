import { carriedBytes, receivedBytes } from './stats.ts';

/** How often it is looked, and during a gap, whose end must be noticed at once. */
const LOOK_MS = 300;
const LOOK_IN_GAP_MS = 100;
/** Sound comes 50 times a second, and every 400 ms while no one speaks (Opus DTX). */
const LATE_MS = 500;
const GAP_MS = 1_000;
/** Someone whose connections are replaced, as after a change of network, sends nothing in between. */
const REPLACED_WITHIN_MS = 2_000;

/**
 * Whether picture or sound of the other side arrives. In a gap, `silent` where the server goes on confirming what this
 * side sends: it is the other side that sends nothing. Otherwise `cut`: this side's own connection seems to be.
 */
export type Arrival = 'unknown' | 'arriving' | 'silent' | 'cut';

export type ArrivalsOptions = {
  /** The browser's statistics of each transport; null before there is one. */
  received(): Promise<RTCStatsReport | null>;
  sent(): Promise<RTCStatsReport | null>;
  /** Nothing has come for half a second: too short to say that something is wrong, but a reason to look. */
  onGap(): void;
  onChange(arrival: Arrival): void;
};

/** Watches what arrives. Browsers tell that a connection is cut only after some seconds, and not at all if it is short. */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  #arrival: Arrival = 'unknown';
  /** Of picture and sound, and when they were last another number; null before the first look. */
  #bytes: number | null = null;
  #arrivedAt = 0;
  /** What the server has confirmed on the other transport, since a gap began; null outside gaps. */
  #confirmed: { bytes: number; at: number } | null = null;
  #isLate = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isExpected = false;
  #lapse: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
  }

  /** The other side has nothing that could be consumed: unless that changes soon, nothing is expected. */
  expectNothingSoon(): void {
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
