import type { CallHealthReport } from '#protocol/call-health.ts';
import type { SeatName } from '#protocol/channel.ts';
import { type Flow, flowOf, rateOf } from '../rtc/flow.ts';

/** Quality of a call for one seat since its last measurement: the pictures of the cameras. */
export type SeatSample = {
  seat: SeatName;
  ms: number;
  /** What its camera sends, and what it receives of the other seat's camera; null without such a flow. */
  sent: Rate | null;
  received: Rate | null;
  roundTripMs: number | null;
  /** The browser's report; null if none came since the last sample. */
  report: CallHealthReport | null;
};

/** Bitrate in bit/s; loss as a share of the packets, 0 to 1. */
type Rate = { bitrate: number; loss: number | null };

type Before = {
  /** ms on a monotonic clock. */
  at: number;
  sent: Flow | null;
  received: Flow | null;
  /** Whether the expected picture came; null while none is expected. */
  arrived: boolean | null;
};

type Camera = NonNullable<Parameters<typeof flowOf>[0]>;
/** The media of a seat. */
export type Measurable = {
  readonly camera: Camera | undefined;
  consumerOf(camera: Camera): (Camera & { paused: boolean; producerPaused: boolean }) | undefined;
  report: CallHealthReport | null;
};

type Measured = { sample: SeatSample; picture: 'picture-lost' | 'picture-back' | null };

/** Measures seats repeatedly, relative to the last time. */
export class SeatSamples {
  readonly #before = new WeakMap<Measurable, Before>();
  readonly #leastMs: number;

  /** @param leastMs minimum length of a sample: a few packets do not make a rate */
  constructor(leastMs: number) {
    this.#leastMs = leastMs;
  }

  /**
   * Measures a seat. Requests the counters before it returns.
   * @param now ms on a monotonic clock
   * @returns null for a seat that was not measured before, or too recently
   */
  async measure(seat: SeatName, own: Measurable, other: Measurable, now: number): Promise<Measured | null> {
    const consumer = other.camera && own.consumerOf(other.camera);
    const [sent, received] = await Promise.all([
      flowOf(own.camera, 'inbound-rtp'),
      flowOf(consumer, 'outbound-rtp'),
    ]);
    const { report } = own;
    const before = this.#before.get(own);
    if (before && now - before.at < this.#leastMs) return null;
    const isDue = received !== null && consumer?.paused === false && !consumer.producerPaused;
    const rate = (flow: Flow | null, last: Flow | null = null) =>
      flow && rateOf(flow, last, now - (before?.at ?? now));
    const sample = {
      ...{ seat, report, ms: Math.round(now - (before?.at ?? now)) },
      sent: rate(sent, before?.sent),
      received: rate(received, before?.received),
      roundTripMs: received?.roundTripMs ?? report?.roundTripMs ?? null,
    };
    const arrives = before && isDue ? (sample.received?.bitrate ?? 0) > 0 && !isFrozen(report) : null;
    const last = before?.arrived ?? null;
    const isLost = last === true && arrives === false;
    // A lost picture stays lost until it is back. One that never came is not lost: the call may have just begun.
    const arrived = arrives === true || (isLost || last === false ? false : null);
    this.#before.set(own, { at: now, sent, received, arrived });
    if (!before) return null;
    own.report = null;
    const isBack = last === false && arrives === true;
    return { sample, picture: isLost ? 'picture-lost' : isBack ? 'picture-back' : null };
  }
}

function isFrozen(report: CallHealthReport | null): boolean {
  return report !== null && report.watchedMs > 0 && report.frozenMs === report.watchedMs;
}
