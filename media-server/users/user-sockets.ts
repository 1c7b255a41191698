import { CLOSE_CODES } from '#protocol/errors.ts';
import type { Peer } from '../rooms/session.ts';

/** A socket without a seat, on which a person's page receives notifications. */
export class UserSession {
  readonly user: string;
  readonly peer: Peer;

  constructor(user: string, peer: Peer) {
    this.user = user;
    this.peer = peer;
  }
}

/** The sockets of people's pages, by user. */
export class UserSockets {
  /** Oldest first. */
  readonly #byUser = new Map<string, Set<UserSession>>();
  readonly #maxPerUser: number;
  #isDraining = false;

  constructor(maxPerUser: number) {
    this.#maxPerUser = maxPerUser;
  }

  /** Whether pages should connect to another server. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Adds a session; above the maximum per person, closes the oldest, probably a forgotten tab. */
  add(session: UserSession): void {
    const sessions = this.#byUser.get(session.user) ?? new Set();
    this.#byUser.set(session.user, sessions.add(session));
    const [oldest] = sessions;
    if (sessions.size > this.#maxPerUser) oldest?.peer.close(CLOSE_CODES.REPLACED);
  }

  remove(session: UserSession): void {
    const sessions = this.#byUser.get(session.user);
    sessions?.delete(session);
    if (sessions?.size === 0) this.#byUser.delete(session.user);
  }

  /** @param id of the notification */
  tell(user: string, id: string): void {
    for (const { peer } of this.#byUser.get(user) ?? []) peer.send('notificationUpdate', { id });
  }

  /** Takes no more sockets, and has the open ones reconnect to another server. */
  drain(): void {
    this.#isDraining = true;
    this.disconnect();
  }

  /** Makes all pages reconnect, after which they reload. */
  disconnect(): void {
    for (const sessions of this.#byUser.values())
      for (const { peer } of sessions) peer.close(CLOSE_CODES.GOING_AWAY);
  }
}
