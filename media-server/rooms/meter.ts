import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SeatName } from '#protocol/channel.ts';
import type { Log } from '../log.ts';
import { type MeterReading, readMeter } from './meter-reading.ts';
import type { Room } from './room.ts';
import type { RoomServices } from './room-services.ts';
import { StreamCount } from './stream-count.ts';
import type { MeteredStream, Totals } from './stream-store.ts';
import { Uncounted } from './uncounted.ts';

type Services = Pick<RoomServices<Room>, 'streams' | 'limits' | 'log'>;

const SEATS: SeatName[] = ['host', 'guest'];
const READ_MS = 1_000;
/** Meters are read together, so often: their questions to a worker and its answers take fewer turns of the process. */
const TOGETHER_MS = 100;
/** A reading that comes late counts for no more than this. */
const MOST_MS = 1_500;
/** With less time left, the call's length is reread: the notification of an extension may have been missed. */
const NEARLY_OVER_MS = 5_000;

/**
 * Measures what a paid room delivers, once a second on the monotonic clock; sends the readings to both seats, and
 * writes the totals without blocking the room. A crash loses the time since the last write.
 */
export class Meter {
  readonly #id: string;
  readonly #count: StreamCount;
  readonly #room: Room;
  readonly #services: Services;
  readonly #log: Log;
  /** Time of the last look, on the room's clock. */
  #readAt: number;
  #writtenAt: number;
  /** At the last reading. */
  #seen: MeterReading | null = null;
  #wasOver = false;
  readonly #uncounted = new Uncounted();
  #written: Totals;
  /** Another process has the room, or the stream is settled: what is counted here changes nothing. */
  #isLost = false;
  /** Both seats were sent the final numbers. */
  #isTold = false;
  #writing: Promise<void> | null = null;
  #extending: Promise<void> | null = null;
  #isClosing = false;
  #sleep = new AbortController();
  readonly #running: Promise<void>;

  constructor(stream: MeteredStream, room: Room, services: Services) {
    this.#id = stream.id;
    this.#count = new StreamCount(stream);
    this.#written = this.#count.totals;
    this.#room = room;
    this.#services = services;
    this.#log = services.log.child({ stream: stream.id });
    this.#readAt = room.clock.now();
    this.#writtenAt = this.#readAt;
    this.#running = this.#run();
  }

  /** Looks once more and writes the totals: this process gives the room up. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.wake();
    await this.#running;
    await this.#extending;
    await this.flush();
  }

  /** Looks at once: the room has ended. */
  wake(): void {
    this.#sleep.abort();
  }

  /** Writes the totals so far. */
  async flush(): Promise<void> {
    await this.#writing;
    await this.#write();
  }

  /** Rereads how long the call may last. One read at a time; counting continues meanwhile. */
  extend(): Promise<void> {
    this.#extending ??= this.#extend().finally(() => {
      this.#extending = null;
    });
    return this.#extending;
  }

  async #extend(): Promise<void> {
    try {
      const length = await this.#services.streams.lengthOf(this.#id, this.#room.held.id);
      if (!length) return;
      this.#count.extend(length);
      const { endsAt } = length;
      await this.#room.run(async () => {
        if (!this.#room.isOver) await this.#room.change({ type: 'extend', endsAt });
      });
    } catch (error) {
      this.#log.error({ err: error }, 'could not read how long the call may last');
    }
  }

  async #run(): Promise<void> {
    while (!this.#isClosing) {
      const late = performance.now() % TOGETHER_MS;
      const { signal } = this.#sleep;
      await setTimeout(READ_MS - late, undefined, { signal }).catch(() => {});
      this.#sleep = new AbortController();
      try {
        await this.#read();
      } catch (error) {
        this.#log.error({ err: error }, 'the meter failed');
      }
    }
  }

  async #read(): Promise<void> {
    const room = this.#room;
    const reading = room.isOver ? null : await readMeter(room);
    const now = room.clock.now();
    // The room may have ended meanwhile.
    if (reading && !room.isOver) {
      await this.#hold(reading, now);
      this.#isTold = false;
      for (const seat of SEATS) room.tell(seat, 'meter', this.#count.meterEvent(seat, reading, now));
      if (this.#count.leftAt(now) < NEARLY_OVER_MS) void this.extend();
      await this.#endIfDue();
    }
    const hasEnded = room.isOver && !this.#wasOver;
    this.#wasOver = room.isOver;
    if (hasEnded) {
      // What the last reading saw is so until the end.
      if (this.#seen) this.#add(this.#seen, room.observed.state.endedAt ?? now);
      this.#count.end(room.channel, now);
    }
    if (room.isOver) {
      this.#readAt = now;
      // It may be entered again, and end before the next reading.
      this.#seen = null;
    }
    if (hasEnded) void this.flush();
    else if (now - this.#writtenAt >= this.#services.limits.meterWriteMs) void this.#write();
  }

  /**
   * Sends both seats the numbers by which an ended call is charged: those that are stored, so that nobody is shown others.
   */
  #tellFinal(): void {
    const isStored = !this.#isLost && isDeepStrictEqual(this.#count.totals, this.#written);
    // Until `#wasOver` is set, the last part of the call is not counted yet.
    if (!this.#room.isOver || !this.#wasOver || !isStored || this.#isTold) return;
    this.#isTold = true;
    for (const seat of SEATS) {
      const event = this.#count.finalEvent(seat, this.#room.clock.now());
      if (event) this.#room.tell(seat, 'meter', event);
    }
  }

  /** Counts a reading, and holds the guest's media back if too much of it was not counted. */
  async #hold(reading: MeterReading, now: number): Promise<void> {
    const ms = Math.max(0, now - this.#readAt);
    const counted = this.#add(reading, now);
    // Before a booking begins, both may see each other for nothing.
    const { forwarded, heard } = reading;
    const isHeld = counted !== undefined && this.#uncounted.next({ forwarded, counted, heard }, ms, now);
    await this.#room.observed.media.forwardToGuest(isHeld);
  }

  #add(reading: MeterReading, at: number): boolean | undefined {
    const counted = this.#count.add(reading, Math.min(Math.max(0, at - this.#readAt), MOST_MS), at);
    this.#seen = reading;
    this.#readAt = at;
    return counted;
  }

  async #endIfDue(): Promise<void> {
    const { due } = this.#count;
    if (!due) return;
    await this.#room.run(async () => {
      if (!this.#room.isOver) await this.#room.end(due.status, due.reason, null);
    });
  }

  /** Writes the totals. One write at a time; counting continues meanwhile, as the database may be down. */
  #write(): Promise<void> {
    this.#writing ??= this.#save().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #save(): Promise<void> {
    this.#writtenAt = this.#room.clock.now();
    const { totals } = this.#count;
    if (isDeepStrictEqual(totals, this.#written)) return this.#tellFinal();
    const tick = this.#count.take();
    try {
      this.#isLost = !(await this.#services.streams.save(this.#id, this.#room.held, totals, tick));
      this.#written = totals;
      this.#tellFinal();
    } catch (error) {
      this.#log.error({ err: error }, 'could not write what was counted');
      this.#count.putBack(tick);
    }
  }
}
