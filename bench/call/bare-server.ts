import { once } from 'node:events';
import { createWorker, type types } from 'mediasoup';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { RequestName, Requests } from './bare-protocol.ts';
import type { Cleanup } from './cleanup.ts';

/** Constrained baseline at level 5.2, which allows 3840×1920. */
const H264: types.RouterRtpCodecCapability = {
  kind: 'video',
  mimeType: 'video/H264',
  clockRate: 90_000,
  parameters: { 'packetization-mode': 1, 'profile-level-id': '42e034', 'level-asymmetry-allowed': 1 },
};

/** mediasoup's response types differ slightly from mediasoup-client's parameter types. */
type Handlers = { [N in RequestName]: (asks: Requests[N]['asks']) => Promise<object> };

/** One room with one router, as small as mediasoup allows: a host produces, a guest consumes. */
class BareRoom {
  readonly #router: types.Router;
  readonly #transports = new Map<string, types.WebRtcTransport>();
  readonly #tellHost: () => void;
  #producer: types.Producer | null = null;
  #consumer: types.Consumer | null = null;

  constructor(router: types.Router, tellHost: () => void) {
    this.#router = router;
    this.#tellHost = tellHost;
  }

  readonly #handlers: Handlers = {
    hello: async () => {
      if (this.#producer) this.#tellHost();
      return { routerRtpCapabilities: this.#router.rtpCapabilities };
    },
    createTransport: async () => {
      const transport = await this.#router.createWebRtcTransport({
        listenInfos: [{ protocol: 'udp', ip: '127.0.0.1' }],
        initialAvailableOutgoingBitrate: 12_000_000,
      });
      this.#transports.set(transport.id, transport);
      const { id, iceParameters, iceCandidates, dtlsParameters } = transport;
      return { id, iceParameters, iceCandidates, dtlsParameters };
    },
    connectTransport: async ({ transportId, dtlsParameters }) => {
      await this.#transports.get(transportId)?.connect({ dtlsParameters });
      return {};
    },
    produce: async ({ transportId, rtpParameters }) => {
      const transport = this.#transports.get(transportId);
      if (!transport) throw new Error('No such transport');
      this.#producer = await transport.produce({ kind: 'video', rtpParameters, paused: true });
      return { id: this.#producer.id };
    },
    resumeProducer: async () => {
      await this.#producer?.resume();
      return {};
    },
    consume: async ({ transportId, rtpCapabilities }) => {
      const transport = this.#transports.get(transportId);
      if (!transport || !this.#producer) throw new Error('Nothing to consume');
      const producerId = this.#producer.id;
      this.#consumer = await transport.consume({ producerId, rtpCapabilities, paused: true });
      return { id: this.#consumer.id, producerId, rtpParameters: this.#consumer.rtpParameters };
    },
    resumeConsumer: async () => {
      await this.#consumer?.resume();
      return {};
    },
  };

  answer<N extends RequestName>(name: N, asks: Requests[N]['asks']): Promise<object> {
    return this.#handlers[name](asks);
  }
}

export type BareServer = { address: string; workerPid: number };

/** Each new host starts a new room; the next connection is its guest. */
export async function startBareServer(workerBin: string, cleanup: Cleanup): Promise<BareServer> {
  const worker = await createWorker({ workerBin, logLevel: 'error' });
  cleanup.add(() => worker.close());
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  cleanup.add(() => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  });

  let room: Promise<BareRoom> | null = null;
  sockets.on('connection', (socket, { url }) => {
    if (url === '/host') room = openRoom(worker, socket);
    const entered = room;
    socket.on('message', async (raw) => {
      const { id, name, asks } = JSON.parse(String(raw));
      const answer = await (await entered)?.answer(name, asks);
      socket.send(JSON.stringify({ id, answer }));
    });
  });
  await once(sockets, 'listening');
  const { port } = z.object({ port: z.number() }).parse(sockets.address());
  return { address: `ws://127.0.0.1:${port}`, workerPid: worker.pid };
}

async function openRoom(worker: types.Worker, host: WebSocket): Promise<BareRoom> {
  const router = await worker.createRouter({ mediaCodecs: [H264] });
  host.on('close', () => router.close());
  return new BareRoom(router, () => host.send(JSON.stringify({ id: null })));
}
