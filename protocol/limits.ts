/** Times and sizes that both ends of the real-time protocol keep. Times are in milliseconds. */

/** An unused room code expires this long after its ticket was made. */
export const CODE_TTL_MS = 5 * 60_000;
/** A seat whose socket dropped is kept this long; then the call ends for both. */
export const SEAT_GRACE_MS = 30_000;
/** Both sides must have media this long after the guest entered, or the call has failed. */
export const CONNECT_TIMEOUT_MS = 60_000;
/** How long a signed ticket from the web server opens a seat. */
export const TICKET_TTL_MS = 60_000;
/** A socket that has not logged in by then is closed. */
export const LOGIN_TIMEOUT_MS = 10_000;
/** The client says `keepAliveSocket` this often... */
export const KEEP_ALIVE_INTERVAL_MS = 10_000;
/** ...and a socket silent for this long is dropped. */
export const SOCKET_IDLE_MS = 25_000;
/** While a room waits for its guest, the host's place is sent this often, if the host allows it. */
export const SNAPSHOT_INTERVAL_MS = 10_000;
/** After a guest entered, the host is taken to the room this much later. */
export const HOST_REDIRECT_MS = 2_000;
/** A request without an answer by then counts as failed. */
export const REQUEST_TIMEOUT_MS = 14_000;
/** A longer message is answered TOO_LARGE. */
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** A socket that sent this many bad messages is closed. */
export const MAX_BAD_MESSAGES = 10;
/** Characters in a text message between the two seats. */
export const MAX_TEXT_LENGTH = 2_000;
