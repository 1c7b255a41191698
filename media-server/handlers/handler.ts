import type { RequestData, RequestName, ResponseData } from '#protocol/messages.ts';
import type { RoomSession } from '../rooms/room.ts';

/** Every request but the one that makes the session. */
export type SessionRequestName = Exclude<RequestName, 'login'>;

/**
 * Answers one request of a session. It runs alone in its room, and what it changes there is announced after it.
 * @throws ProtocolError for the client to see; anything else is answered SERVER_ERROR and logged
 */
export type Handler<N extends SessionRequestName> = (
  session: RoomSession,
  data: RequestData<N>,
) => ResponseData<N> | Promise<ResponseData<N>>;
