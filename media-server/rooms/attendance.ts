import type { SeatName } from '#protocol/channel.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { RoomState } from './room-state.ts';
import type { ResumeTokens, Session } from './session.ts';

const SEATS: SeatName[] = ['host', 'guest'];

/** Who is logged in to a room, and where: the sockets to the seats that the room's state speaks of. */
export class Attendance<R> {
  readonly #tokens: ResumeTokens<R>;
  /** The last login of each seat; the room's state says whether its socket is still there. */
  readonly #seated: Record<SeatName, Session<R> | null> = { host: null, guest: null };
  /** Guests that have logged in while nobody has entered. */
  readonly #visitors = new Set<Session<R>>();

  constructor(tokens: ResumeTokens<R>) {
    this.#tokens = tokens;
  }

  isSeated(session: Session<R>): boolean {
    return this.#seated[session.seat] === session;
  }

  /** False for a login that a newer one has replaced. */
  isCurrent(session: Session<R>): boolean {
    return this.isSeated(session) || this.#visitors.has(session);
  }

  at(seat: SeatName): Session<R> | null {
    return this.#seated[seat];
  }

  /** Lets a guest in that has no seat yet. An older login of the same holder ends. */
  visit(session: Session<R>): void {
    for (const other of this.#visitors) if (other.holder === session.holder) this.#replace(other);
    this.#visitors.add(session);
  }

  /** Gives a visitor, or a new login, its seat. */
  sit(session: Session<R>): void {
    this.#visitors.delete(session);
    this.#seated[session.seat] = session;
  }

  /** Ends the last login of a seat, for a new one. */
  vacate(seat: SeatName): void {
    const previous = this.#seated[seat];
    this.#seated[seat] = null;
    if (previous) this.#replace(previous);
  }

  /** A visitor's socket is gone, and with it all there was of its visit. */
  dropVisitor(session: Session<R>): void {
    if (this.#visitors.delete(session)) this.#tokens.revoke(session);
  }

  /** Those to tell what happens in the room: once a guest has entered, visitors are no longer. */
  audience({ seats }: RoomState): Session<R>[] {
    const seated = SEATS.flatMap((seat) =>
      seats[seat]?.droppedAt === null ? (this.#seated[seat] ?? []) : [],
    );
    return seats.guest ? seated : [...seated, ...this.#visitors];
  }

  /** The room will not be asked for any more: nothing in it can be resumed. */
  forget(): void {
    for (const session of [...this.#visitors, this.#seated.host, this.#seated.guest]) {
      if (session) this.#tokens.revoke(session);
    }
  }

  #replace(session: Session<R>): void {
    this.#visitors.delete(session);
    this.#tokens.revoke(session);
    session.peer.close(CLOSE_CODES.REPLACED);
  }
}
