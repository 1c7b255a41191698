import type { Channel, EndReason, SeatName } from '#protocol/channel.ts';
import { ABSENT_AFTER_MS, absenceWaitMs, amountsOf, bookingCharge, FREE_MS } from '#protocol/charge.ts';
import type { EventData } from '#protocol/messages.ts';
import { isFixed, settleBooking, settleRequest } from '#protocol/settle.ts';
import type { MeterReading } from './meter-reading.ts';
import type { Length, MeteredStream, Tick, Totals } from './stream-store.ts';

type MeterEvent = EventData<'meter'>;

/** A requested call ends whose guest could have had a picture for this long in all, and none was delivered. */
const UNDELIVERED_MS = 60_000;
/** Ends that are nobody's fault: no time counts as missed after them. */
const FAULTLESS_ENDS: readonly (EndReason | null)[] = ['time', 'cancelled'];

const NOTHING: Tick = { ms: 0, offeredMs: 0, attendedMs: 0, deliveredMs: 0 };

/** Totals of a stream, overall and since the last write. Times are those of the room's clock. */
export class StreamCount {
  #stream: MeteredStream;
  readonly #totals: Totals;
  #tick = NOTHING;
  #undeliveredMs = 0;
  /** Media was forwarded at the last reading, and the guest was heard. */
  #wasSeen = false;

  constructor(stream: MeteredStream) {
    this.#stream = stream;
    this.#totals = { ...stream.totals };
  }

  get totals(): Totals {
    return { ...this.#totals };
  }

  /**
   * Counts a reading for the last `ms`. Of a booking, only its time counts. Media counts as delivered between two readings
   * that saw it forwarded to a guest who was heard: when it began before the first of them is not known.
   * @returns whether it was delivered; undefined outside a booking's time
   */
  add(
    { offered, attended, due, forwarded, heard }: MeterReading,
    ms: number,
    now: number,
  ): boolean | undefined {
    const { booked } = this.#stream;
    const isSeen = forwarded && heard;
    const delivered = isSeen && this.#wasSeen;
    this.#wasSeen = isSeen;
    if (booked && (now < booked.from || now >= booked.to)) return undefined;
    const of = (holds: boolean) => (holds ? ms : 0);
    const totals = this.#totals;
    // What is delivered after the budget is used up, until the room ends, is free whatever becomes of the budget later.
    const payableMs = Math.max(0, (this.#stream.budgetMs ?? Number.MAX_SAFE_INTEGER) - totals.deliveredMs);
    const deliveredMs = Math.min(of(delivered), payableMs);
    const counted = { offeredMs: of(offered), attendedMs: of(attended), deliveredMs };
    totals.offeredMs += counted.offeredMs;
    totals.attendedMs += counted.attendedMs;
    totals.deliveredMs += counted.deliveredMs;
    if (offered || attended) this.putBack({ ms, ...counted });
    if (due && !isSeen) this.#undeliveredMs += ms;
    if (!booked) return delivered;
    if (offered && totals.unofferedSince !== null) {
      totals.missedMs += Math.max(0, now - ms - Math.max(totals.unofferedSince, booked.from));
      totals.unofferedSince = null;
    }
    if (attended && !offered && totals.unofferedSince === null) totals.missedMs += ms;
    totals.absent ??= this.#absent(booked, now);
    return delivered;
  }

  /** The side that has been waited for long enough to count as absent: the one that reached the limit first. */
  #absent({ from, to }: { from: number; to: number }, now: number): Totals['absent'] {
    const { offeredMs, attendedMs, deliveredMs, missedMs } = this.#totals;
    const wait = absenceWaitMs(to - from);
    if (missedMs >= wait) return 'PRODUCER';
    const alone = offeredMs - Math.max(0, attendedMs - missedMs);
    // A streamer who arrives after they themselves would count as absent cannot make the guest absent.
    const isInTime = now - from < 2 * ABSENT_AFTER_MS;
    return alone >= wait && deliveredMs < FREE_MS && isInTime ? 'CONSUMER' : null;
  }

  /** The room has ended. Unless the guest left a booked call, its time is free from here until the streamer is back. */
  end({ endedBy, endReason, seats }: Pick<Channel, 'endedBy' | 'endReason' | 'seats'>, now: number): void {
    if (!this.#stream.booked || !seats.guest || endedBy === 'guest' || FAULTLESS_ENDS.includes(endReason))
      return;
    this.#totals.unofferedSince ??= now;
  }

  /** Sets the new limits of an extended call. */
  extend(length: Length): void {
    this.#stream = { ...this.#stream, ...length };
  }

  /** How long the call may still last, in ms. */
  leftAt(now: number): number {
    const { budgetMs, endsAt } = this.#stream;
    const never = Number.MAX_SAFE_INTEGER;
    const left = Math.min((endsAt ?? never) - now, (budgetMs ?? never) - this.#totals.deliveredMs);
    return Math.max(0, left);
  }

  /** The reason to end a requested call now; null if there is none. */
  get due(): { status: 'FINISHED' | 'FAILED'; reason: EndReason } | null {
    const { budgetMs } = this.#stream;
    if (budgetMs === null) return null;
    if (this.#totals.deliveredMs >= budgetMs) return { status: 'FINISHED', reason: 'budget' };
    return this.#undeliveredMs >= UNDELIVERED_MS ? { status: 'FAILED', reason: 'media' } : null;
  }

  /** The reading that is sent to a seat. */
  meterEvent(seat: SeatName, reading: MeterReading, now: number): MeterEvent {
    const { booked } = this.#stream;
    const why = booked && now < booked.from ? 'early' : whyNot(reading);
    return { ...this.#numbers(seat, this.#charge()), leftMs: this.leftAt(now), why, final: false };
  }

  /**
   * The numbers by which an ended call is charged unless somebody continues it; null while those of a booking still depend
   * on what its people do until its end.
   */
  finalEvent(seat: SeatName, now: number): MeterEvent | null {
    const booked = this.#booked;
    if (booked && !isFixed(booked, this.#row, new Date(now))) return null;
    const charge = booked ? settleBooking(booked, this.#row, booked.endAt).charge : this.#charge();
    return { ...this.#numbers(seat, charge), leftMs: 0, why: null, final: true };
  }

  /** What the call costs so far. A booking costs its time until it is known that it was not delivered. */
  #charge(): number {
    const booked = this.#booked;
    const { deliveredMs, missedMs, absent } = this.#totals;
    if (!booked) return settleRequest({ ...this.#stream, deliveredMs });
    const { startAt, endAt, priceMinor } = booked;
    return deliveredMs < FREE_MS && absent === null
      ? bookingCharge(priceMinor, endAt.getTime() - startAt.getTime(), missedMs)
      : settleBooking(booked, this.#row, endAt).charge;
  }

  #numbers(seat: SeatName, charge: number) {
    const { currency, budgetMs, holds } = this.#stream;
    const { paid, earned } = amountsOf(charge, currency, holds);
    const amountMinor = seat === 'host' ? earned : paid;
    return { deliveredMs: this.#totals.deliveredMs, amountMinor, currency, budgetMs };
  }

  get #booked() {
    const { booked, priceMinor, currency } = this.#stream;
    return booked && { startAt: new Date(booked.from), endAt: new Date(booked.to), priceMinor, currency };
  }

  /** The totals as in the stream's row. */
  get #row() {
    const { unofferedSince, ...rest } = this.#totals;
    return { ...rest, unofferedSince: unofferedSince === null ? null : new Date(unofferedSince) };
  }

  /** Returns the counts since its last call. */
  take(): Tick {
    const tick = this.#tick;
    this.#tick = NOTHING;
    return tick;
  }

  /** Adds back a tick that could not be written, so that the next one includes it. */
  putBack({ ms, offeredMs, attendedMs, deliveredMs }: Tick): void {
    const tick = this.#tick;
    this.#tick = {
      ms: tick.ms + ms,
      offeredMs: tick.offeredMs + offeredMs,
      attendedMs: tick.attendedMs + attendedMs,
      deliveredMs: tick.deliveredMs + deliveredMs,
    };
  }
}

function whyNot({ offered, attended, forwarded, heard }: MeterReading): MeterEvent['why'] {
  if (forwarded && heard) return null;
  if (!offered) return 'no-picture';
  return attended ? 'not-arriving' : 'guest-away';
}
