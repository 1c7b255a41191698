/** Timeouts and limits that both ends of the real-time protocol observe. Times are in milliseconds. */

/** A seat that neither its socket nor its media reaches is kept this long; then the call ends for both. */
export const SEAT_GRACE_MS = 45_000;
/** Both sides must have media this long after the guest entered, or the call fails. */
export const CONNECT_TIMEOUT_MS = 60_000;
/** Both sides can rejoin a call for this long after it ended, unless its end is final. */
export const REJOIN_MS = 2 * 60_000;
/** A socket that has not logged in within this time is closed. */
export const LOGIN_TIMEOUT_MS = 10_000;
/** Interval at which the client sends `keepAliveSocket`, which the server answers. */
export const KEEP_ALIVE_INTERVAL_MS = 2_000;
/** A socket silent for this long is dropped, by either end. */
export const SOCKET_IDLE_MS = 5_000;
/** A socket that may have been cut off has this long to answer, or three times as long as its last answer took. */
export const SOCKET_CHECK_MS = 600;
/** Interval at which the host's location is sent while the room waits for its guest, if the host allows it. */
export const SNAPSHOT_INTERVAL_MS = 10_000;
/** A location sent sooner after the last one is answered, but not stored. */
export const SNAPSHOT_MIN_INTERVAL_MS = 5_000;
/** Maximum duration of a call if the parameter `call-longest-hours` does not set one. */
export const CALL_LONGEST_HOURS = 12;
/** Delay after which the host is taken to the room once a guest has entered. */
export const HOST_REDIRECT_MS = 2_000;
/** A request without a response within this time counts as failed, unless API_TIMEOUT_MS sets another. */
export const REQUEST_TIMEOUT_MS = 14_000;
/** Bitrate of video for someone who saves data, in bit/s; 450 MB an hour. */
export const SAVED_BITRATE = 1_000_000;
/** Maximum frames/s and bit/s of a shared screen. Text needs detail, not movement. */
export const SCREEN_FRAME_RATE = 15;
export const SCREEN_BITRATE = 2_500_000;
/** Interval at which a held direction of the pad is sent. */
export const PAD_RENEWAL_MS = 200;
/** A direction is released this long after it was last sent. */
export const PAD_RELEASE_MS = 500;
/** A longer message is rejected with TOO_LARGE. */
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** A longer message before the login was answered closes the socket. A login is shorter than 1 KiB. */
export const MAX_BYTES_BEFORE_LOGIN = 4 * 1024;
/** A socket that sent this many invalid messages is closed. */
export const MAX_BAD_MESSAGES = 10;
/** Maximum length of a message on a data channel. All browsers accept this in one message. */
export const MAX_DATA_BYTES = 64 * 1024;
/** Maximum size of a file that is sent in a message. In bytes. */
export const MAX_FILE_BYTES = 10_000_000;
/** Maximum length of a text message between the two seats, in characters. */
export const MAX_TEXT_LENGTH = 2_000;
/** Maximum length of the name that someone without an account gives themselves in a call, in characters. */
export const MAX_CALL_NAME_LENGTH = 40;
/** Maximum length of an encrypted message between the two seats, in characters of base64url. */
export const MAX_SEALED_LENGTH = 32_768;
