import type { RequestData, RequestName, ResponseData } from '#protocol/messages.ts';
import type { RoomSession } from '../rooms/room.ts';

/** Every request except the one that creates the session. */
export type SessionRequestName = Exclude<RequestName, 'login'>;

/**
 * Handles one request of a session. It runs exclusively in its room; changes it makes there are announced afterwards.
 * @throws ProtocolError to be sent to the client; anything else becomes SERVER_ERROR and is logged
 */
export type Handler<N extends SessionRequestName> = (
  session: RoomSession,
  data: RequestData<N>,
) => ResponseData<N> | Promise<ResponseData<N>>;
