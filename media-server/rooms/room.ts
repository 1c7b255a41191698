import { isDeepStrictEqual } from 'node:util';
import type { Channel, EndReason, SeatName } from '#protocol/channel.ts';
import { CLOSE_CODES, ProtocolError } from '#protocol/errors.ts';
import type { IceServer } from '#protocol/media.ts';
import type { EventData, EventName, RequestData } from '#protocol/messages.ts';
import type { RelayedData, RelayedName } from '#protocol/relayed.ts';
import type { RoomMedia } from '../rtc/room-media.ts';
import type { SeatMedia } from '../rtc/seat-media.ts';
import { Attendance } from './attendance.ts';
import { type CallEvent, eventsBetween } from './call-events.ts';
import type { ChannelRow, HeldRow } from './channel-store.ts';
import { CurrentMedia } from './current-media.ts';
import type { Observed } from './meter-reading.ts';
import { publicState, timed, type Untimed } from './public-state.ts';
import { RoomClock } from './room-clock.ts';
import { columnsOf, stateFromRow } from './room-row.ts';
import type { RoomEvents, RoomServices } from './room-services.ts';
import { advance, deadline, isCall, isOver, type RoomEvent, type RoomState } from './room-state.ts';
import { RowWriter } from './row-writer.ts';
import { type Peer, Session, type Sitter } from './session.ts';
import { Snapshots } from './snapshots.ts';

export type RoomSession = Session<Room>;

export type Entry = { session: RoomSession; resumed: boolean; channel: Channel; media: RoomMedia };

/**
 * A room in memory: runs the state machine of `room-state.ts`, one change at a time, and notifies its seats. While the
 * room waits for a guest, its row is written before a change is announced; during a call, in parallel.
 */
export class Room {
  readonly held: HeldRow;
  readonly token: string;
  readonly clock = new RoomClock();
  readonly #services: RoomServices<Room>;
  readonly #log: RoomServices<Room>['log'];
  readonly #events: RoomEvents;
  #state: RoomState;
  readonly #attendance: Attendance<Room>;
  readonly #media: CurrentMedia;
  #queue: Promise<unknown> = Promise.resolve();
  #announced: Untimed;
  #disposed = false;
  readonly #snapshots: Snapshots;
  readonly row: RowWriter;
  /** Reports an event that the room's state may not show. */
  readonly note = (event: CallEvent) => this.#services.onCallEvent(this, event);

  constructor(row: ChannelRow, services: RoomServices<Room>, events: RoomEvents) {
    this.held = { id: row.id, epoch: row.epoch };
    this.token = row.token;
    this.#services = services;
    this.#log = services.log.child({ room: row.id });
    this.#events = events;
    this.#attendance = new Attendance(services.tokens);
    this.#media = new CurrentMedia(() => this.#makeMedia(), this.#log);
    this.#state = stateFromRow(row, this.clock.now());
    this.row = new RowWriter(row, services.store, this.#log, {
      foreign: events.onLost,
      replaced: () => this.#background(() => this.end('FAILED', 'server', null)),
    });
    this.#snapshots = new Snapshots(row, services.store, services.limits);
    this.#announced = this.#publicState();
    this.#arm();
  }

  get status() {
    return this.#state.status;
  }

  get isOver(): boolean {
    return isOver(this.#state);
  }

  /** Whether it waits for a guest and nobody is in it. */
  get isDeserted(): boolean {
    return this.status === 'CREATED' && !this.#isThere('host') && !this.#attendance.isVisited;
  }

  /** The room as sent to both seats. */
  get channel(): Channel {
    return timed(this.#publicState(), this.#state, this.clock.now());
  }

  /** Runs tasks one at a time, in order. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Seats the bearer of a ticket. Do not call within `run`. */
  enter(sitter: Sitter, peer: Peer): Promise<Entry> {
    return this.run(async () => {
      this.#assertHeld();
      const { seat, holder, rejoin } = sitter;
      const session = new Session(this, sitter, peer);
      if (seat === 'guest' && !this.#state.seats.guest) {
        this.assertLive();
        const media = await this.#media.open();
        this.#attendance.visit(session);
        this.announce(session);
        return { session, resumed: false, channel: this.channel, media };
      }
      const next = advance(
        this.#state,
        rejoin && isOver(this.#state)
          ? { type: 'rejoin', seat, holder, at: this.clock.now() }
          : { type: 'join', seat, holder },
      );
      const media = await this.#media.open();
      // A new page cannot continue with the previous page's transports.
      media.seats[seat].clear();
      return this.#sit(session, next, media, false);
    });
  }

  /** Replaces a dropped or broken socket; its media is kept. Do not call within `run`. */
  resume(previous: RoomSession, peer: Peer): Promise<Entry> {
    return this.run(async () => {
      this.#assertHeld();
      this.assertLive();
      const { seat } = previous;
      if (!this.#attendance.isSeated(previous)) throw new ProtocolError('RESUME_INVALID');
      const next = advance(this.#state, { type: 'resume', seat });
      const media = await this.#media.open();
      const session = new Session(this, previous, peer);
      return this.#sit(session, next, media, media.seats[seat].hasTransports);
    });
  }

  /** Handles a closed socket. Do not call within `run`. */
  leave(session: RoomSession): Promise<void> {
    return this.run(async () => {
      this.#attendance.dropVisitor(session);
      this.#media.dismiss(session);
      if (isOver(this.#state) || this.#disposed) return;
      if (!this.#attendance.isSeated(session)) return this.announce();
      await this.change({ type: 'drop', seat: session.seat, at: this.clock.now() });
    });
  }

  /**
   * Only within `run`: applies an event to the state, saves and announces it.
   * @throws ProtocolError if the state does not allow it
   */
  async change(event: RoomEvent): Promise<void> {
    await this.#commit(advance(this.#state, event));
    this.announce();
  }

  /** Only within `run`: gives the seat to a guest that has logged in. */
  async request(session: RoomSession, data: RequestData<'requestChannel'>): Promise<void> {
    const { holder, user } = session;
    const next = advance(this.#state, { type: 'request', holder, camera: data.camera, at: this.clock.now() });
    await this.#media.opened.seat(session);
    await this.#commit(next, { guestUserId: user });
    this.#attendance.sit(session);
    this.announce();
  }

  /** Only within `run`: has the code work for longer. The row is written first, as the web server decides by it. */
  async extendCode(): Promise<void> {
    const next = advance(this.#state, { type: 'extendCode' });
    await this.#commit(next, { expiresAt: new Date(next.expiresAt) });
    this.announce();
  }

  /** Only within `run`: ends the room for both seats. */
  end(status: 'FINISHED' | 'FAILED', reason: EndReason, by: SeatName | null): Promise<void> {
    return this.change({ type: 'end', status, reason, by, at: this.clock.now() });
  }

  /** @throws ProtocolError WRONG_STATE unless the room waits for its guest */
  async saveSnapshot(data: RequestData<'snapshotChannel'>): Promise<void> {
    if (isCall(this.#state) || !this.#state.opened) throw new ProtocolError('WRONG_STATE');
    await this.#snapshots.take(data);
  }

  /**
   * Sends the room to its seats if it changed since the last announcement.
   * @param newcomer receives it in its response
   */
  announce(newcomer?: RoomSession): void {
    const state = this.#publicState();
    if (isDeepStrictEqual(state, this.#announced)) return;
    this.#announced = state;
    const { channel } = this;
    for (const session of this.#attendance.audience(this.#state)) {
      if (session !== newcomer) session.peer.send('channelUpdate', channel);
    }
  }

  /** Sends an event to a seat, if it is connected. */
  tell<N extends EventName>(seat: SeatName, name: N, data: EventData<N>): void {
    if (this.#isThere(seat)) this.#attendance.at(seat)?.peer.send(name, data);
  }

  /** The parts of the room that the meter and the sampler read. */
  get observed(): Observed {
    return { state: this.#state, attendance: this.#attendance, media: this.#media };
  }

  #isThere(seat: SeatName): boolean {
    return this.#state.seats[seat]?.droppedAt === null;
  }

  /**
   * Sends an event to the other seat.
   * @throws ProtocolError WRONG_STATE if it is empty
   */
  relay(from: RoomSession, name: RelayedName, data: RelayedData<RelayedName>): void {
    this.assertSeated(from);
    const other = from.seat === 'host' ? 'guest' : 'host';
    if (!this.#isThere(other)) throw new ProtocolError('WRONG_STATE');
    this.#attendance.at(other)?.peer.send(name, data);
  }

  /** The media of the session's own seat and of the other seat. */
  media(session: RoomSession): { own: SeatMedia; other: SeatMedia } {
    this.assertSeated(session);
    return this.#media.opened.of(session.seat);
  }

  /**
   * As `media`, also for a guest that has not entered yet: consumers it prepares start when it enters.
   * @throws ProtocolError RATE_LIMITED if too many visitors prepare
   */
  view(session: RoomSession): { own: SeatMedia; other: SeatMedia } {
    if (!this.#attendance.isVisitor(session) || this.#state.seats.guest) return this.media(session);
    return this.#media.opened.ofVisitor(session);
  }

  /**
   * ICE servers with TURN credentials of the session's seat, by which the TURN server counts quotas; visitors share
   * one.
   */
  iceServers(session: RoomSession): IceServer[] {
    const name = this.#attendance.isSeated(session) ? session.seat : 'visitor';
    return this.#services.iceServers(`${this.held.id}-${name}`);
  }

  assertLive(): void {
    if (isOver(this.#state)) throw new ProtocolError('CHANNEL_ENDED');
  }

  /** @throws ProtocolError NOT_LOGGED_IN for a login that a newer one has replaced */
  assertCurrent(session: RoomSession): void {
    if (!this.#attendance.isCurrent(session)) throw new ProtocolError('NOT_LOGGED_IN');
  }

  /** @throws ProtocolError WRONG_STATE for a guest that has not entered yet */
  assertSeated(session: RoomSession): void {
    if (!this.#attendance.isSeated(session)) throw new ProtocolError('WRONG_STATE');
  }

  /** @throws ProtocolError WRONG_STATE while no guest has entered */
  assertCall(session: RoomSession): void {
    this.assertSeated(session);
    if (!isCall(this.#state)) throw new ProtocolError('WRONG_STATE');
  }

  /** Stops the room in this process without ending it: the table keeps it for the next process. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#arm();
    await this.#queue;
    await this.row.close();
  }

  /**
   * Gives the room up and has its people reconnect, because another process has it or is to take it.
   * @param mayGo asked in turn with the room's changes; if false, the room stays
   * @returns whether it was given up
   */
  async release(mayGo: () => Promise<boolean>): Promise<boolean> {
    await this.run(async () => {
      this.#disposed ||= await mayGo();
    });
    if (!this.#disposed) return false;
    this.#attendance.recall(CLOSE_CODES.MOVED);
    this.forget();
    this.#media.close();
    await this.dispose();
    return true;
  }

  /** Writes the room's state to a row that says otherwise. */
  rewrite(): void {
    void this.row.write(columnsOf(this.#state));
  }

  /** Voids the room's resume tokens: it will not be used again. */
  forget(): void {
    this.#attendance.forget();
  }

  /** @throws ProtocolError UNAVAILABLE for a room that this process has given up */
  #assertHeld(): void {
    if (this.#disposed) throw new ProtocolError('UNAVAILABLE');
  }

  async #sit(session: RoomSession, next: RoomState, media: RoomMedia, resumed: boolean): Promise<Entry> {
    await this.#commit(next);
    this.#attendance.vacate(session.seat);
    // The newcomer receives the room in its response; only the others need an event.
    this.announce();
    this.#attendance.sit(session);
    return { session, resumed, channel: this.channel, media };
  }

  #makeMedia(): Promise<RoomMedia> {
    return this.#services.createMedia({
      onDeath: () => this.#background(async () => this.#rebuildMedia()),
      onConnection: () => this.#background(async () => this.announce()),
      onLost: (seat) => this.#background(async () => this.#keepDropped(seat)),
      onBandwidth: (seat, bitrate) => this.tell(seat === 'host' ? 'guest' : 'host', 'bandwidth', { bitrate }),
    });
  }

  /** After its worker died: everyone logs in again, which creates new media on another worker. */
  #rebuildMedia(): void {
    this.#media.forget();
    this.#state = advance(this.#state, { type: 'unready', seat: null });
    this.#attendance.recall(CLOSE_CODES.GOING_AWAY);
  }

  /** Keeps a dropped seat for another grace period: its media was alive until now. */
  #keepDropped(seat: SeatName): void {
    if (this.#state.seats[seat]?.droppedAt == null) return;
    this.#state = advance(this.#state, { type: 'drop', seat, at: this.clock.now() });
    this.#arm();
  }

  async #commit(
    next: RoomState,
    also: Pick<Partial<ChannelRow>, 'guestUserId' | 'expiresAt'> = {},
  ): Promise<void> {
    const columns = columnsOf(next);
    if (!isDeepStrictEqual(columns, columnsOf(this.#state))) await this.row.follow({ ...columns, ...also });
    if (next.status !== this.#state.status) {
      this.#log.info({ status: next.status, reason: next.endReason, by: next.endedBy }, 'room changed');
    }
    const previous = this.#state;
    this.#state = next;
    for (const event of eventsBetween(previous, next)) this.note(event);
    this.#arm();
    if (!isOver(next)) return this.#media.limit(previous.seats, next.seats);
    this.#media.close();
    this.#events.onOver();
  }

  #arm(): void {
    const due = deadline(this.#state, this.#services.limits);
    this.clock.setAlarm(this.#disposed || !due ? null : due.at, () =>
      this.#background(() => this.#onDeadline()),
    );
  }

  async #onDeadline(): Promise<void> {
    const due = deadline(this.#state, this.#services.limits);
    // Tasks ahead in the queue may have moved the deadline.
    if (!due || due.at > this.clock.now()) return;
    const { status, reason, by } = due.end;
    if (reason === 'lost' && by && this.#media.reaches(by)) this.#keepDropped(by);
    else await this.end(status, reason, by);
  }

  #background(task: () => Promise<void>): void {
    this.run(async () => {
      if (!this.#disposed && !isOver(this.#state)) await task();
    }).catch((error: unknown) => this.#log.error({ err: error }, 'room failed'));
  }

  #publicState(): Untimed {
    const { isVisited } = this.#attendance;
    return publicState(this.token, this.#state, {
      media: this.#media,
      place: this.#snapshots.place,
      isVisited,
    });
  }
}
