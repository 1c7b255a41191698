import { createHash, randomBytes } from 'node:crypto';
import type { SeatName } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { EventData, EventName } from '#protocol/messages.ts';
import type { TicketClaims } from '#protocol/ticket.ts';

/** A socket, as a room sees it. */
export type Peer = {
  send<N extends EventName>(name: N, data: EventData<N>): void;
  /** @param code one of the protocol's close codes */
  close(code: number): void;
  /** Closes once the request being handled has been answered. */
  closeAfterAnswer(code: number): void;
};

/** Who sits where, as a ticket says it. */
export type Sitter = Pick<TicketClaims, 'seat' | 'holder' | 'user'>;

/**
 * One login: who sits where, and over which socket. A dropped one is kept until its seat is resumed or taken anew.
 * Its room is a parameter, as the room is made of sessions: see `RoomSession`.
 */
export class Session<R> {
  readonly room: R;
  readonly seat: SeatName;
  readonly holder: string;
  /** The account of whoever sits there; null for people without one. */
  readonly user: string | null;
  readonly peer: Peer;

  constructor(room: R, { seat, holder, user }: Sitter, peer: Peer) {
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

/** The sessions that may be resumed, by the hash of their token: a copy of the memory resumes nothing. */
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
