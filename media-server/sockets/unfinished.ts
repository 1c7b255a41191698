import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** The longest header of a frame (RFC 6455, 5.2). */
const FRAME_HEADER_BYTES = 14;

/**
 * Limits what a socket may send of one message before that is complete: `maxPayload` of `ws` holds for a socket's whole
 * life, and memory for it would be taken by sockets that never log in.
 * @param stream what the WebSocket reads from
 * @returns a function that lifts the limit
 */
export function limitUnfinished(
  socket: WebSocket,
  stream: Duplex,
  maxBytes: number,
  onExceeded: () => void,
): () => void {
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.byteLength;
  };
  const finish = () => {
    bytes = 0;
  };
  const check = () => {
    if (bytes > maxBytes + FRAME_HEADER_BYTES) onExceeded();
  };
  // Counted before `ws` gets the chunk, which completes messages while it reads it; checked afterwards.
  stream.prependListener('data', count);
  socket.on('message', finish);
  stream.on('data', check);
  return () => {
    stream.off('data', count);
    socket.off('message', finish);
    stream.off('data', check);
  };
}
