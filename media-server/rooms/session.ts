import { createHash, randomBytes } from 'node:crypto';
import type { SeatName } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { EventData, EventName } from '#protocol/messages.ts';
import type { TicketClaims } from '#protocol/ticket.ts';

/** A room's view of a socket. */
export type Peer = {
  send<N extends EventName>(name: N, data: EventData<N>): void;
  /** @param code one of the protocol's close codes */
  close(code: number): void;
  /** Closes once the current request has been answered. */
  closeAfterAnswer(code: number): void;
};

/** Identity from a ticket: seat, holder and user. */
export type Sitter = Pick<TicketClaims, 'seat' | 'holder' | 'user' | 'rejoin'>;

/**
 * One login: a seat, its holder, and the socket. A dropped session is kept until its seat is resumed or taken again.
 * The room is a type parameter because rooms contain sessions: see `RoomSession`.
 */
export class Session<R> {
  readonly room: R;
  readonly seat: SeatName;
  readonly holder: string;
  /** The holder's account; null if not signed in. */
  readonly user: string | null;
  readonly peer: Peer;

  constructor(room: R, { seat, holder, user }: Omit<Sitter, 'rejoin'>, peer: Peer) {
    this.room = room;
    this.seat = seat;
    this.holder = holder;
    this.user = user;
    this.peer = peer;
  }

  /** @throws ProtocolError FORBIDDEN for the other seat */
  assertSeat(seat: SeatName): void {
    if (this.seat !== seat) throw new ProtocolError('FORBIDDEN');
  }
}

/** Resumable sessions by the hash of their token, so that a memory dump reveals no usable token. */
export class ResumeTokens<R> {
  readonly #sessions = new Map<string, Session<R>>();
  readonly #hashes = new Map<Session<R>, string>();

  issue(session: Session<R>): string {
    const token = randomBytes(32).toString('base64url');
    const hash = hashOf(token);
    this.#sessions.set(hash, session);
    this.#hashes.set(session, hash);
    return token;
  }

  find(token: string): Session<R> | undefined {
    return this.#sessions.get(hashOf(token));
  }

  revoke(session: Session<R>): void {
    const hash = this.#hashes.get(session);
    if (hash === undefined) return;
    this.#sessions.delete(hash);
    this.#hashes.delete(session);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
