import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { schemeAndHost } from '#protocol/pull.ts';
import type { Environment } from './env.ts';
import { PullError, PulledCamera } from './pull/camera.ts';
import { pullEndpoint } from './pull/endpoint.ts';
import { RtmpConnection } from './rtmp/connection.ts';
import type { SourceEvents } from './source.ts';
import { Stream } from './stream.ts';

/** Each stream has an FFmpeg, a pulled one two. */
const MAX_CONNECTIONS = 100;
const MAX_PULLED = 30;
/** Connections of one address that publish nothing yet, so that nobody takes them all. */
const MAX_WAITING = 10;

export type IngestServer = {
  port: number;
  /** Of the endpoint that pulls cameras; null if no host of theirs is allowed. */
  pullPort: number | null;
  close(): Promise<void>;
};

/** Listens for RTMP, and pulls cameras of the allowed hosts; what comes goes to the rooms of the streams' keys, by WHIP. */
export async function startIngest(env: Environment, log: Logger): Promise<IngestServer> {
  const whip = new URL(env.WHIP_URL);
  const published = new Set<Stream>();
  /** By the keys of their rooms. */
  const pulled = new Map<string, Stream>();

  const rtmp = createServer((socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const waiting = [...published].filter((stream) => !stream.isPublishing && stream.from === address);
    if (waiting.length >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    const stream = new Stream((events) => new RtmpConnection(socket, events), address, whip, log);
    published.add(stream);
    void stream.closed.then(() => published.delete(stream));
  });
  rtmp.maxConnections = MAX_CONNECTIONS;
  const port = await listen(rtmp, env.RTMP_PORT, env.RTMP_HOST);

  /** Ends the camera pulled before into the same room. */
  const startPulled = async (key: string, address: string) => {
    const former = pulled.get(key);
    former?.end('Another camera takes its place.');
    await former?.closed;
    if (pulled.size >= MAX_PULLED) throw new PullError('busy', 'Too many cameras are connected.');
    await new Promise<void>((begun, failed) => {
      const { host } = schemeAndHost(address);
      const open = (events: SourceEvents) => new PulledCamera(key, address, events, { begun, failed });
      const stream = new Stream(open, host, whip, log);
      pulled.set(key, stream);
      void stream.closed.then(() => pulled.get(key) === stream && pulled.delete(key));
    });
  };
  const pull = createHttpServer(pullEndpoint(env.CAMERA_HOSTS, startPulled));
  const pullPort = env.CAMERA_HOSTS.length > 0 ? await listen(pull, env.PULL_PORT, env.PULL_HOST) : null;

  return {
    port,
    pullPort,
    async close() {
      rtmp.close();
      pull.close();
      const streams = [...published, ...pulled.values()];
      for (const stream of streams) stream.end('The server stops. Try again.');
      await Promise.all(streams.map(({ closed }) => closed));
      pull.closeAllConnections();
    },
  };
}

/** @returns the port, which may have been any */
async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : port;
}
