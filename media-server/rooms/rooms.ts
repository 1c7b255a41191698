import type { ChannelStatus, EndReason } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { ChannelRow } from './channel-store.ts';
import { Meter } from './meter.ts';
import { Room } from './room.ts';
import type { RoomServices } from './room-services.ts';
import { isCall } from './room-state.ts';

/** The rooms in this process, by code. */
export class Rooms {
  readonly #services: RoomServices<Room>;
  readonly #rooms = new Map<string, Room>();
  readonly #loading = new Map<string, Promise<Room>>();
  /** Meters of the paid rooms. */
  readonly #meters = new Map<Room, Meter>();
  readonly #forgetting = new Map<Room, NodeJS.Timeout>();
  /** Rooms without anyone in them, with the time this was first observed, on the monotonic clock. */
  #deserted = new Map<Room, number>();
  #draining = false;
  /** Called when a call ends, while `callsEnded` waits. */
  #onEnd: () => void = () => {};

  constructor(services: RoomServices<Room>) {
    this.#services = services;
  }

  /** Number of rooms that have not ended. */
  get live(): number {
    return this.countByStatus().CREATED + this.calls.length;
  }

  countByStatus(): Record<ChannelStatus, number> {
    const counts = { CREATED: 0, REQUESTED: 0, STARTED: 0, FINISHED: 0, FAILED: 0 };
    for (const { status } of this.#rooms.values()) counts[status] += 1;
    return counts;
  }

  /** Rooms with a running call. */
  get calls(): Room[] {
    return [...this.#rooms.values()].filter((room) => isCall(room.observed.state));
  }

  /**
   * Returns the room of a code, loading it from the table if necessary.
   * @throws ProtocolError CODE_INVALID, CHANNEL_ENDED, or UNAVAILABLE while another node has the room or this one is
   * draining
   */
  async open(token: string): Promise<Room> {
    const held = this.#rooms.get(token) ?? this.#loading.get(token);
    if (held) return held;
    if (this.#draining) throw new ProtocolError('UNAVAILABLE');
    const loading = this.#load(token).finally(() => this.#loading.delete(token));
    this.#loading.set(token, loading);
    return loading;
  }

  /**
   * Ends a room for both sides, on behalf of the web server.
   * @throws ProtocolError as `open`
   */
  async end(token: string, reason: EndReason): Promise<void> {
    const room = await this.open(token);
    await room.run(() => room.end('FINISHED', reason, null));
  }

  /** Extends a call, if this process holds it; another process reads the new length when it takes the room. */
  async extend(token: string): Promise<void> {
    const room = this.#rooms.get(token);
    if (room) await this.#meters.get(room)?.extend();
  }

  /**
   * Takes the calls of this node that it does not hold: those interrupted when it last stopped, and those handed over
   * to it.
   */
  async restore(): Promise<void> {
    if (this.#draining) return;
    const tokens = await this.#services.store.ownCalls();
    await Promise.all(tokens.map((token) => this.open(token).catch((error: unknown) => this.#failed(error))));
  }

  /**
   * After a database outage: gives up rooms that another process has taken meanwhile, and corrects the rows of calls
   * that were recorded as lost.
   */
  async reconcile(): Promise<void> {
    const rooms = [...this.#rooms.values()];
    const current = await this.#services.store.currentOf(rooms.map(({ held }) => held.id));
    for (const room of rooms) {
      const row = current.get(room.held.id);
      const isLost = row && row.epoch !== room.held.epoch;
      const isEnded = row?.endedAt && !room.isOver;
      // A paid call whose metered time was settled cannot continue.
      if (isLost || (isEnded && row.isSettled)) await this.#giveUp(room);
      else if (isEnded) room.rewrite();
    }
  }

  /**
   * Gives up rooms that wait for a guest and have had nobody in them for as long as a dropped seat is kept, so that
   * others get their capacity. The next person to enter one has it placed again. Rooms of paid calls stay.
   */
  async leaveDeserted(): Promise<void> {
    const { store, limits } = this.#services;
    const now = performance.now();
    const deserted = [...this.#rooms.values()].filter((room) => room.isDeserted && !this.#meters.has(room));
    this.#deserted = new Map(deserted.map((room) => [room, this.#deserted.get(room) ?? now]));
    const due = deserted.filter((room) => now - (this.#deserted.get(room) ?? now) >= limits.seatGraceMs);
    await Promise.all(
      due.map((room) => this.#giveUp(room, async () => room.isDeserted && store.vacate(room.held))),
    );
  }

  /**
   * Takes no more rooms, and gives up those that wait for a guest, so that another node or the next process can take
   * them; their people reconnect. Calls continue.
   */
  async drain(): Promise<void> {
    this.#draining = true;
    await Promise.allSettled(this.#loading.values());
    for (const room of this.#rooms.values()) await this.#giveUp(room, async () => room.status === 'CREATED');
  }

  /** Hands the running calls over to other media servers; their people reconnect and are directed there. */
  async handOver(): Promise<void> {
    const { store } = this.#services;
    const handOn = async (room: Room) => {
      if (!isCall(room) || !(await room.row.flush())) return false;
      // Time metered after this is lost: at most a second.
      await this.#meters.get(room)?.flush();
      return store.handOver(room.held);
    };
    const rooms = [...this.#rooms.values()];
    await Promise.all(
      rooms.map((room) =>
        this.#giveUp(room, () => handOn(room)).catch((error: unknown) => this.#failed(error)),
      ),
    );
  }

  /** Resolves when no call is running. */
  async callsEnded(): Promise<void> {
    while (this.calls.length > 0) {
      await new Promise<void>((resolve) => {
        this.#onEnd = resolve;
      });
    }
  }

  async dispose(): Promise<void> {
    for (const timer of this.#forgetting.values()) clearTimeout(timer);
    await Promise.all([...this.#meters.keys()].map((room) => this.#stopMeter(room)));
    await Promise.all([...this.#rooms.values()].map((room) => room.dispose()));
  }

  async #load(token: string): Promise<Room> {
    const row = await this.#services.store.find(token);
    if (!row) throw new ProtocolError('CODE_INVALID');
    if (row.endedAt || (row.status === 'CREATED' && row.expiresAt.getTime() <= Date.now())) {
      throw new ProtocolError('CHANNEL_ENDED');
    }
    const claimed = await this.#services.store.claim(row);
    if (!claimed) throw new ProtocolError('UNAVAILABLE');
    return this.#hold(claimed);
  }

  async #hold(row: ChannelRow): Promise<Room> {
    const stream = await this.#services.streams.of(row);
    const longestCallMs = await this.#services.longestCallMs();
    const services = { ...this.#services, limits: { ...this.#services.limits, longestCallMs } };
    const room: Room = new Room(row, services, {
      onOver: () => {
        this.#meters.get(room)?.wake();
        this.#forgetLater(room);
      },
      onLost: () => void this.#giveUp(room).catch((error: unknown) => this.#failed(error)),
    });
    this.#rooms.set(row.token, room);
    if (stream) this.#meters.set(room, new Meter(stream, room, this.#services));
    return room;
  }

  async #stopMeter(room: Room): Promise<void> {
    const meter = this.#meters.get(room);
    this.#meters.delete(room);
    await meter?.close();
  }

  async #giveUp(room: Room, mayGo = async () => true): Promise<void> {
    if (!(await room.release(mayGo))) return;
    if (this.#rooms.get(room.token) === room) this.#rooms.delete(room.token);
    await this.#stopMeter(room);
    this.#onEnd();
  }

  #failed(error: unknown): void {
    this.#services.log.error({ err: error }, 'could not take up, hand on or give up a room');
  }

  #forgetLater(room: Room): void {
    this.#onEnd();
    clearTimeout(this.#forgetting.get(room));
    const timer = setTimeout(() => {
      this.#forgetting.delete(room);
      // The call was rejoined.
      if (!room.isOver) return;
      this.#rooms.delete(room.token);
      room.forget();
      void this.#stopMeter(room);
    }, this.#services.limits.endedRoomMs);
    this.#forgetting.set(room, timer);
  }
}
