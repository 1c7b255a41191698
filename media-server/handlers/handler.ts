import type { RequestData, RequestName, ResponseData } from '#protocol/messages.ts';
import type { RoomSession } from '../rooms/room.ts';

/** Every request except the one that creates the session. */
export type SessionRequestName = Exclude<RequestName, 'login'>;

/**
 * Handles one request of a session. It runs exclusively in its room, and its changes are announced afterwards.
 * @throws ProtocolError to be sent to the client; other errors become SERVER_ERROR and are logged
 */
export type Handler<N extends SessionRequestName> = (
  session: RoomSession,
  data: RequestData<N>,
) => ResponseData<N> | Promise<ResponseData<N>>;
