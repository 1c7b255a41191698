import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/** The longest header of a frame (RFC 6455, 5.2). */
const FRAME_HEADER_BYTES = 14;

/**
 * Limits what a socket may send of one message before it is complete: `maxPayload` of `ws` applies to a socket's whole
 * life, and sockets that never log in could otherwise take that much memory.
 * @param stream the connection that the WebSocket reads from
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
  // Counted before `ws` reads the chunk, which may complete messages; checked afterwards.
  stream.prependListener('data', count);
  socket.on('message', finish);
  stream.on('data', check);
  return () => {
    stream.off('data', count);
    socket.off('message', finish);
    stream.off('data', check);
  };
}
