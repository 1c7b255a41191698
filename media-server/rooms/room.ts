import { isDeepStrictEqual } from 'node:util';
import type { Channel, EndReason, SeatState as PublicSeatState, SeatName } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { EventData, EventName, RequestData } from '#protocol/messages.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import type { RoomMedia } from '../rtc/room-media.ts';
import type { SeatMedia } from '../rtc/seat-media.ts';
import type { RoomMediaEvents } from '../rtc/worker-pool.ts';
import { Attendance } from './attendance.ts';
import type { ChannelRow, ChannelStore } from './channel-store.ts';
import { columnsOf, stateFromRow } from './room-row.ts';
import { advance, deadline, isCall, isOver, type RoomEvent, type RoomState } from './room-state.ts';
import { type Peer, type ResumeTokens, Session, type Sitter } from './session.ts';

export type RoomSession = Session<Room>;

export type RoomServices = {
  store: ChannelStore;
  tokens: ResumeTokens<Room>;
  limits: Limits;
  log: Log;
  createMedia(events: RoomMediaEvents): Promise<RoomMedia>;
};

export type Entry = { session: RoomSession; resumed: boolean; channel: Channel; media: RoomMedia };

/**
 * A room in memory: it runs the state of `room-state.ts`, one change at a time, and tells its seats. A change that
 * the table holds is written there first.
 */
export class Room {
  readonly id: string;
  readonly token: string;
  readonly #services: RoomServices;
  readonly #log: Log;
  readonly #onOver: () => void;
  #state: RoomState;
  readonly #attendance: Attendance<Room>;
  #media: RoomMedia | null = null;
  #timer: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #announced: Channel;
  #disposed = false;

  /** @param onOver called once, when the room has ended */
  constructor(row: ChannelRow, services: RoomServices, onOver: () => void) {
    this.id = row.id;
    this.token = row.token;
    this.#services = services;
    this.#log = services.log.child({ room: row.id });
    this.#onOver = onOver;
    this.#attendance = new Attendance(services.tokens);
    this.#state = stateFromRow(row, Date.now());
    this.#announced = this.channel;
    this.#arm();
  }

  get status() {
    return this.#state.status;
  }

  /** The room as both seats see it. */
  get channel(): Channel {
    const { status, endReason, endedBy, expiresAt, startedAt } = this.#state;
    const seats = { host: this.#seat('host'), guest: this.#seat('guest') };
    return { token: this.token, status, endReason, endedBy, expiresAt, startedAt, seats };
  }

  /** Does one thing at a time, in the order asked for. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => {});
    return result;
  }

  /** Lets a ticket's bearer in. Not within `run`. */
  enter(sitter: Sitter, peer: Peer): Promise<Entry> {
    return this.run(async () => {
      const { seat, holder } = sitter;
      const session = new Session(this, sitter, peer);
      if (seat === 'guest' && !this.#state.seats.guest) {
        this.assertLive();
        const media = await this.#openMedia();
        this.#attendance.visit(session);
        return { session, resumed: false, channel: this.channel, media };
      }
      const next = advance(this.#state, { type: 'join', seat, holder });
      const media = await this.#openMedia();
      // It is a new page: it cannot go on with the transports of the one before.
      media.seats[seat].clear();
      return this.#sit(session, next, media, false);
    });
  }

  /** Puts a new socket where a dropped or broken one was; its media is still there. Not within `run`. */
  resume(previous: RoomSession, peer: Peer): Promise<Entry> {
    return this.run(async () => {
      this.assertLive();
      const { seat } = previous;
      if (!this.#attendance.isSeated(previous)) throw new ProtocolError('RESUME_INVALID');
      const next = advance(this.#state, { type: 'resume', seat });
      const media = await this.#openMedia();
      const session = new Session(this, previous, peer);
      return this.#sit(session, next, media, media.seats[seat].hasTransports);
    });
  }

  /** A session's socket is gone. Not within `run`. */
  leave(session: RoomSession): Promise<void> {
    return this.run(async () => {
      this.#attendance.dropVisitor(session);
      if (!this.#attendance.isSeated(session) || isOver(this.#state) || this.#disposed) return;
      await this.change({ type: 'drop', seat: session.seat, at: Date.now() });
    });
  }

  /**
   * Within `run`: what an event makes of the room, written and announced.
   * @throws ProtocolError where the room's state forbids it
   */
  async change(event: RoomEvent): Promise<void> {
    await this.#commit(advance(this.#state, event));
    this.announce();
  }

  /** Within `run`: a guest that has logged in takes the seat. */
  async request(session: RoomSession, data: RequestData<'requestChannel'>): Promise<void> {
    const { holder, user } = session;
    const next = advance(this.#state, { type: 'request', holder, camera: data.camera, at: Date.now() });
    await this.#commit(next, { guestUserId: user });
    this.#attendance.sit(session);
    this.announce();
  }

  /** Within `run`: ends the room, for both. */
  end(status: 'FINISHED' | 'FAILED', reason: EndReason, by: SeatName | null): Promise<void> {
    return this.change({ type: 'end', status, reason, by, at: Date.now() });
  }

  async saveSnapshot(data: RequestData<'snapshotChannel'>): Promise<void> {
    if (isCall(this.#state) || !this.#state.opened) throw new ProtocolError('WRONG_STATE');
    await this.#services.store.save(this.id, data);
  }

  /** Tells the seats how the room is now, if that isn't what they were told last. */
  announce(): void {
    const { channel } = this;
    if (isDeepStrictEqual(channel, this.#announced)) return;
    this.#announced = channel;
    for (const session of this.#attendance.audience(this.#state)) session.peer.send('channelUpdate', channel);
  }

  /**
   * Hands something to the other seat.
   * @throws ProtocolError WRONG_STATE if nobody is there
   */
  relay<N extends EventName>(from: RoomSession, name: N, data: EventData<N>): void {
    this.assertSeated(from);
    const other = from.seat === 'host' ? 'guest' : 'host';
    if (this.#state.seats[other]?.droppedAt !== null) throw new ProtocolError('WRONG_STATE');
    this.#attendance.at(other)?.peer.send(name, data);
  }

  /** The session's own media and the other seat's. */
  media(session: RoomSession): { own: SeatMedia; other: SeatMedia } {
    this.assertSeated(session);
    const { host, guest } = this.#liveMedia().seats;
    return session.seat === 'host' ? { own: host, other: guest } : { own: guest, other: host };
  }

  assertLive(): void {
    if (isOver(this.#state)) throw new ProtocolError('CHANNEL_ENDED');
  }

  /** @throws ProtocolError NOT_LOGGED_IN for a login that a newer one has replaced */
  assertCurrent(session: RoomSession): void {
    if (!this.#attendance.isCurrent(session)) throw new ProtocolError('NOT_LOGGED_IN');
  }

  /** @throws ProtocolError WRONG_STATE for a guest that has not yet entered */
  assertSeated(session: RoomSession): void {
    if (!this.#attendance.isSeated(session)) throw new ProtocolError('WRONG_STATE');
  }

  /** @throws ProtocolError WRONG_STATE while nobody has entered */
  assertCall(session: RoomSession): void {
    this.assertSeated(session);
    if (!isCall(this.#state)) throw new ProtocolError('WRONG_STATE');
  }

  /** Ends what is running in this process, not the room: the table keeps it for the next one. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    clearTimeout(this.#timer);
    await this.#queue;
  }

  /** The room will not be asked for any more. */
  forget(): void {
    this.#attendance.forget();
  }

  async #sit(session: RoomSession, next: RoomState, media: RoomMedia, resumed: boolean): Promise<Entry> {
    await this.#commit(next);
    this.#attendance.vacate(session.seat);
    // The newcomer reads the room in its answer; only the others need an event.
    this.announce();
    this.#attendance.sit(session);
    return { session, resumed, channel: this.channel, media };
  }

  async #openMedia(): Promise<RoomMedia> {
    this.#media ??= await this.#services.createMedia({
      onDeath: () => this.#background(() => this.end('FAILED', 'server', null)),
      onConnection: () => this.#background(async () => this.announce()),
    });
    return this.#media;
  }

  #liveMedia(): RoomMedia {
    if (!this.#media) throw new ProtocolError('CHANNEL_ENDED');
    return this.#media;
  }

  async #commit(next: RoomState, also: Pick<Partial<ChannelRow>, 'guestUserId'> = {}): Promise<void> {
    const before = columnsOf(this.#state);
    const columns = columnsOf(next);
    if (!isDeepStrictEqual(columns, before)) await this.#save({ ...columns, ...also }, isOver(next));
    if (next.status !== this.#state.status) {
      this.#log.info({ status: next.status, reason: next.endReason, by: next.endedBy }, 'room changed');
    }
    this.#state = next;
    this.#arm();
    if (isOver(next)) this.#release();
  }

  async #save(columns: ReturnType<typeof columnsOf> & Partial<ChannelRow>, final: boolean): Promise<void> {
    try {
      await this.#services.store.save(this.id, columns);
    } catch (error) {
      // An end cannot wait for the database: nobody should be kept in a call that is over. The row is put right
      // when the node starts again.
      if (!final) throw error;
      this.#log.error({ err: error, status: columns.status }, 'room ended, but saving its row failed');
    }
  }

  #release(): void {
    this.#media?.close();
    this.#media = null;
    this.#onOver();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const due = deadline(this.#state, this.#services.limits);
    if (!due || this.#disposed) return;
    this.#timer = setTimeout(() => this.#background(() => this.#onDeadline()), due.at - Date.now());
  }

  async #onDeadline(): Promise<void> {
    const due = deadline(this.#state, this.#services.limits);
    // What happened while this waited its turn may have moved the deadline; and timers may fire a little early.
    if (!due || due.at > Date.now()) return this.#arm();
    const { status, reason, by } = due.end;
    await this.end(status, reason, by);
  }

  #background(task: () => Promise<void>): void {
    this.run(async () => {
      if (!this.#disposed && !isOver(this.#state)) await task();
    }).catch((error: unknown) => this.#log.error({ err: error }, 'room failed'));
  }

  #seat(name: SeatName): PublicSeatState | null {
    const seat = this.#state.seats[name];
    if (!seat) return null;
    const producers = this.#media?.producers(name) ?? [];
    return { connected: seat.droppedAt === null, camera: seat.camera, producers };
  }
}
