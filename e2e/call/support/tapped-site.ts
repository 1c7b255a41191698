import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { types } from 'mediasoup';
import { migrateDatabase } from '#db/migrate.ts';
import { parseEnvironment } from '#media-server/env.ts';
import { createLog } from '#media-server/log.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { Middle } from './middle.ts';

/** NAL unit types in RTP payloads of H.264 (RFC 6184): several units, or a fragment of one. */
const [STAP_A, FU_A] = [24, 28];
const START_CODE = [0, 0, 0, 1];

type Produced = { router: types.Router; producer: types.Producer };

/** A site whose media server runs in this process, so that tests can read what it forwards. */
export class TappedSite {
  readonly url: string;
  readonly close: () => Promise<void>;
  /** Between the pages and the media server. */
  readonly middle: Middle;
  /** All messages of data channels, as the server forwards them. */
  readonly data: Buffer[];
  readonly #produced: Produced[];

  private constructor(
    url: string,
    middle: Middle,
    produced: Produced[],
    data: Buffer[],
    close: () => Promise<void>,
  ) {
    this.data = data;
    this.url = url;
    this.middle = middle;
    this.#produced = produced;
    this.close = close;
  }

  static async start(): Promise<TappedSite> {
    // mediasoup reads this when it is imported.
    process.env.MEDIASOUP_WORKER_BIN = await ensureWorker(console.log);
    const { observer } = await import('mediasoup');
    const { startMediaServer } = await import('#media-server/server.ts');
    const produced: Produced[] = [];
    const data: Buffer[] = [];
    observer.on('newworker', (worker) => {
      worker.observer.on('newrouter', (router) => {
        router.observer.on('newtransport', (transport) => {
          transport.observer.on('newproducer', (producer) => produced.push({ router, producer }));
          transport.observer.on('newdataproducer', ({ id }) => void tapData(router, id, data));
        });
      });
    });
    const cluster = await startTemporaryCluster();
    await migrateDatabase(cluster.url());
    const secret = { TICKET_SECRET: 'a secret of at least thirty-two characters' };
    const environment = parseEnvironment({
      ...secret,
      DATABASE_URL: cluster.url(),
      MEDIA_PORT: '0',
      MEDIA_HEALTH_PORT: '0',
      RTC_PORT: '0',
      MEDIA_WORKERS: '1',
      LOG_LEVEL: 'warn',
    });
    const media = await startMediaServer(environment, createLog('warn', 'tapped'));
    const middle = await Middle.start(media.port);
    const files = await mkdtemp(join(tmpdir(), 'panocall-tapped-'));
    const web = await startWebServer(cluster.url(), {
      ...secret,
      STORAGE_FOLDER: files,
      MEDIA_INTERNAL_URL: `http://127.0.0.1:${middle.port}`,
    });
    return new TappedSite(web.url, middle, produced, data, async () => {
      await web.stop();
      middle.close();
      await media.close();
      await cluster.stop();
      await rm(files, { recursive: true });
    });
  }

  /** Forgets former calls, whose rooms may still be open, and is honest again. */
  begin(): void {
    for (const kept of [this.#produced, this.data, this.middle.read]) kept.length = 0;
    this.middle.attack = 'none';
  }

  #video(): Produced {
    const isWanted = ({ producer }: Produced) => producer.kind === 'video' && !producer.closed;
    const found = this.#produced.find(isWanted);
    if (!found) throw new Error('no video is sent');
    return found;
  }

  /** How many packets of the oldest open video producer have come. */
  async videoPackets(): Promise<number> {
    const stats = await this.#video().producer.getStats();
    return stats.reduce((sum, { packetCount }) => sum + packetCount, 0);
  }

  /**
   * Frames of the oldest open video producer, as the server would forward them.
   * @param count of frames, beginning with a key frame
   * @returns each frame in H.264's byte stream format
   */
  async videoFrames(count: number): Promise<number[][]> {
    const { router, producer } = this.#video();
    const transport = await router.createDirectTransport();
    const { rtpCapabilities } = router;
    const consumer = await transport.consume({ producerId: producer.id, rtpCapabilities, paused: true });
    const frames = new Map<number, number[]>();
    const collected = new Promise<void>((resolve) => {
      consumer.on('rtp', (packet) => {
        const timestamp = packet.readUInt32BE(4);
        if (frames.size === count && !frames.has(timestamp)) return resolve();
        const payload = payloadOf(packet);
        if (payload.length > 0)
          frames.set(timestamp, [...(frames.get(timestamp) ?? []), ...unitsOf(payload)]);
      });
    });
    await consumer.resume();
    await collected;
    transport.close();
    return [...frames.values()];
  }
}

/** Keeps what a data producer sends. */
async function tapData(router: types.Router, dataProducerId: string, kept: Buffer[]): Promise<void> {
  const transport = await router.createDirectTransport();
  const consumer = await transport.consumeData({ dataProducerId });
  consumer.on('message', (message) => kept.push(message));
}

/** The payload of an RTP packet, without header extension and padding (RFC 3550, section 5.1). */
function payloadOf(packet: Buffer): Buffer {
  const [first = 0] = packet;
  let start = 12 + 4 * (first & 0x0f);
  if (first & 0x10) start += 4 + 4 * packet.readUInt16BE(start + 2);
  const padding = first & 0x20 ? (packet.at(-1) ?? 0) : 0;
  return packet.subarray(start, packet.length - padding);
}

/** The bytes that a payload adds to its frame's byte stream. */
function unitsOf(payload: Buffer): number[] {
  const [indicator = 0, header = 0] = payload;
  const type = indicator & 0x1f;
  if (type === FU_A) {
    const isFirst = (header & 0x80) !== 0;
    return [
      ...(isFirst ? [...START_CODE, (indicator & 0xe0) | (header & 0x1f)] : []),
      ...payload.subarray(2),
    ];
  }
  if (type !== STAP_A) return [...START_CODE, ...payload];
  const units: number[] = [];
  for (let at = 1; at < payload.length; ) {
    const length = payload.readUInt16BE(at);
    units.push(...START_CODE, ...payload.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return units;
}
