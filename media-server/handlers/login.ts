import type { Secrets } from '#protocol/environment.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { PROTOCOL_VERSION, type RequestData, type ResponseData, type SeatLogin } from '#protocol/messages.ts';
import type { Entry, Room, RoomSession } from '../rooms/room.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { Peer, ResumeTokens } from '../rooms/session.ts';
import { readTicket, readUserTicket } from '../rooms/tickets.ts';
import { UserSession, type UserSockets } from '../users/user-sockets.ts';

export type LoginServices = {
  rooms: Rooms;
  tokens: ResumeTokens<Room>;
  users: UserSockets;
  /** The web servers sign with one of these. */
  ticketSecrets: Secrets;
  isSuspended(userId: string): Promise<boolean>;
};

/** The one request without a session: it creates the session. */
export async function login(
  services: LoginServices,
  peer: Peer,
  { version, auth }: RequestData<'login'>,
): Promise<{ session: RoomSession | UserSession; response: ResponseData<'login'> }> {
  if (version !== PROTOCOL_VERSION) throw new ProtocolError('UNSUPPORTED_VERSION');
  if ('userTicket' in auth) return listen(services, peer, auth.userTicket);
  const entry =
    'ticket' in auth
      ? await enter(services, peer, auth.ticket)
      : await resume(services, peer, auth.resumeToken);
  const { session, resumed, channel, media } = entry;
  const response: SeatLogin = {
    seat: session.seat,
    resumeToken: services.tokens.issue(session),
    resumed,
    channel,
    routerRtpCapabilities: media.rtpCapabilities,
  };
  return { session, response };
}

/** Logs in without a seat: the socket receives a person's notifications. */
async function listen(services: LoginServices, peer: Peer, ticket: string) {
  const { users, ticketSecrets, isSuspended } = services;
  const { user } = await readUserTicket(ticket, ticketSecrets);
  if (await isSuspended(user)) throw new ProtocolError('TICKET_INVALID');
  if (users.isDraining) throw new ProtocolError('UNAVAILABLE');
  const session = new UserSession(user, peer);
  users.add(session);
  return { session, response: { user } };
}

async function enter(services: LoginServices, peer: Peer, ticket: string): Promise<Entry> {
  const { rooms, ticketSecrets, isSuspended } = services;
  const { room: token, ...sitter } = await readTicket(ticket, ticketSecrets);
  // The account may have been suspended since the ticket was signed.
  if (sitter.user && (await isSuspended(sitter.user))) throw new ProtocolError('TICKET_INVALID');
  const room = await rooms.open(token);
  return room.enter(sitter, peer);
}

async function resume({ tokens }: LoginServices, peer: Peer, resumeToken: string): Promise<Entry> {
  const previous = tokens.find(resumeToken);
  if (!previous) throw new ProtocolError('RESUME_INVALID');
  return previous.room.resume(previous, peer);
}
