import type { SeatName } from '#protocol/channel.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { RoomState } from './room-state.ts';
import type { ResumeTokens, Session } from './session.ts';

const SEATS: SeatName[] = ['host', 'guest'];

/** Sessions of a room: maps the seats of the room's state to their logins and sockets. */
export class Attendance<R> {
  readonly #tokens: ResumeTokens<R>;
  /** Last login of each seat; the room's state knows whether its socket is still connected. */
  readonly #seated: Record<SeatName, Session<R> | null> = { host: null, guest: null };
  /** Guests that are logged in while no guest has entered yet. */
  readonly #visitors = new Set<Session<R>>();

  constructor(tokens: ResumeTokens<R>) {
    this.#tokens = tokens;
  }

  isSeated(session: Session<R>): boolean {
    return this.#seated[session.seat] === session;
  }

  isVisitor(session: Session<R>): boolean {
    return this.#visitors.has(session);
  }

  /** Whether a guest without a seat is waiting. */
  get isVisited(): boolean {
    return this.#visitors.size > 0;
  }

  /** False for a login that a newer one has replaced. */
  isCurrent(session: Session<R>): boolean {
    return this.isSeated(session) || this.isVisitor(session);
  }

  at(seat: SeatName): Session<R> | null {
    return this.#seated[seat];
  }

  /** Admits a guest without a seat. Ends an older login of the same holder. */
  visit(session: Session<R>): void {
    for (const other of this.#visitors) if (other.holder === session.holder) this.#replace(other);
    this.#visitors.add(session);
  }

  /** Moves a visitor or a new login into its seat. */
  sit(session: Session<R>): void {
    this.#visitors.delete(session);
    this.#seated[session.seat] = session;
  }

  /** Ends the seat's last login to make way for a new one. */
  vacate(seat: SeatName): void {
    const previous = this.#seated[seat];
    this.#seated[seat] = null;
    if (previous) this.#replace(previous);
  }

  /** Removes a visitor whose socket is gone. */
  dropVisitor(session: Session<R>): void {
    if (this.#visitors.delete(session)) this.#tokens.revoke(session);
  }

  /** Sessions that receive the room's events; visitors only until a guest has entered. */
  audience({ seats }: RoomState): Session<R>[] {
    const seated = SEATS.flatMap((seat) =>
      seats[seat]?.droppedAt === null ? (this.#seated[seat] ?? []) : [],
    );
    return seats.guest ? seated : [...seated, ...this.#visitors];
  }

  /** Closes all sockets, so that everyone logs in again. */
  recall(code: number): void {
    for (const session of this.#all()) session.peer.close(code);
  }

  /** Voids all resume tokens: the room will not be used again. */
  forget(): void {
    for (const session of this.#all()) this.#tokens.revoke(session);
  }

  #all(): Session<R>[] {
    return [...this.#visitors, this.#seated.host, this.#seated.guest].filter((session) => session !== null);
  }

  #replace(session: Session<R>): void {
    this.#visitors.delete(session);
    this.#tokens.revoke(session);
    session.peer.close(CLOSE_CODES.REPLACED);
  }
}
