import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Environment } from './env.ts';
import { Stream } from './stream.ts';

/** Each stream has an FFmpeg. */
const MAX_CONNECTIONS = 100;
/** Connections of one address that publish nothing yet, so that nobody takes them all. */
const MAX_WAITING = 10;

export type IngestServer = {
  port: number;
  close(): Promise<void>;
};

/** Listens for RTMP, and sends what is published to the rooms of the streams' keys, by WHIP. */
export async function startIngest(
  { RTMP_HOST, RTMP_PORT, WHIP_URL }: Environment,
  log: Logger,
): Promise<IngestServer> {
  const streams = new Set<Stream>();
  const server = createServer((socket: Socket) => {
    const { remoteAddress } = socket;
    const waiting = [...streams].filter((stream) => !stream.isPublishing && stream.address === remoteAddress);
    if (waiting.length >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    const stream: Stream = new Stream(socket, new URL(WHIP_URL), log, () => streams.delete(stream));
    streams.add(stream);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(RTMP_PORT, RTMP_HOST);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : RTMP_PORT,
    async close() {
      server.close();
      const closed = once(server, 'close');
      for (const stream of streams) stream.end('The server stops. Try again.');
      await closed;
    },
  };
}
