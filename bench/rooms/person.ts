import { randomInt } from 'node:crypto';
import type { Track } from 'node-datachannel';
import { TestClient } from '#media-server/tests/support/client.ts';
import type { MediaKind, SeatName } from '#protocol/channel.ts';
import { KEEP_ALIVE_INTERVAL_MS } from '#protocol/limits.ts';
import { type Ingest, seatAnswerSchema } from '#protocol/ticket.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { AUDIO, connectPeer, receive, VIDEO } from './connect.ts';
import { AUDIO_PAYLOAD, VIDEO_PAYLOAD } from './contender.ts';
import type { Frame } from './film.ts';
import { camera, microphone, type Pacer, VideoReceiver } from './streams.ts';

export type Closer = () => unknown;

/** One of the two in a room, as their browser: over the site's API, its WebSocket, and DTLS and SRTP. */
export class Person {
  readonly #origin: string;
  readonly #pacer: Pacer;
  readonly #closers: Closer[];
  /** A separate address, with its own rate limits, if the site trusts it. */
  readonly #address = newAddress();
  readonly #headers: Record<string, string>;
  #cookie = '';
  #ingest: Ingest | null = null;
  #client: TestClient | undefined;

  /** @param headers that authenticate the participant to the site */
  constructor(origin: string, pacer: Pacer, closers: Closer[], headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#pacer = pacer;
    this.#closers = closers;
    this.#headers = headers;
  }

  get client(): TestClient {
    if (!this.#client) throw new Error('This person has no seat');
    return this.#client;
  }

  /** How a program sends this person's camera. */
  get ingest(): Ingest {
    if (!this.#ingest) throw new Error('This person has no seat of a host');
    return this.#ingest;
  }

  async ask(path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, this.#origin), {
      method: body ? 'POST' : 'GET',
      headers: {
        'X-Forwarded-For': this.#address,
        Cookie: this.#cookie,
        ...this.#headers,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
    return response.json();
  }

  async takeSeat(token: string, seat: SeatName): Promise<void> {
    const answer = await this.ask(`/api/channel/seat/${token}`, { seat });
    const { ticket, url, ingest } = seatAnswerSchema.parse(answer);
    this.#ingest = ingest;
    const site = new URL('/realtime', this.#origin);
    site.protocol = site.protocol === 'https:' ? 'wss:' : 'ws:';
    const client = await TestClient.connect(url ?? site.href, this.#address);
    this.#client = client;
    const alive = setInterval(() => void client.ask('keepAliveSocket', {}), KEEP_ALIVE_INTERVAL_MS);
    this.#closers.push(() => {
      clearInterval(alive);
      return client.drop();
    });
    await client.login({ ticket });
  }

  async send(kinds: readonly MediaKind[], film: readonly Frame[], frameRate?: number): Promise<void> {
    if (kinds.length === 0) return;
    const transport = await this.client.request('createTransport', {
      direction: 'send',
      videoCodecs: ['H264'],
    });
    const lines = kinds.map((kind) => ({
      kind,
      mid: kind,
      payloadType: kind === 'video' ? VIDEO_PAYLOAD : AUDIO_PAYLOAD,
      ssrc: randomInt(1, 2 ** 31),
    }));
    const peer = await connectPeer(this.client, transport, 'recvonly', lines);
    this.#closers.push(() => peer.close());
    for (const { kind, mid, ssrc, payloadType } of lines) {
      const sent = { track: peer.track(kind), ssrc, payloadType };
      this.#closers.push(
        this.#pacer.add(kind === 'video' ? camera(sent, film, frameRate) : microphone(sent)),
      );
      const codec = kind === 'video' ? VIDEO : AUDIO;
      const codecs = [{ ...codec, payloadType }];
      const rtpParameters = { mid, codecs, encodings: [{ ssrc }], rtcp: { cname: 'load' } };
      await this.client.request('produce', {
        transportId: transport.id,
        kind,
        rtpParameters,
        paused: false,
      });
    }
  }

  /**
   * @param count number of streams the other seat sends
   * @param receiver makes the receiver of video
   * @returns the screen, if one of the streams is video
   */
  async watch(
    seat: SeatName,
    count: number,
    receiver = (track: Track) => new VideoReceiver(track),
  ): Promise<VideoReceiver | undefined> {
    if (count === 0) return undefined;
    const { peer, lines, resume } = await receive(this.client, seat, count);
    this.#closers.push(() => peer.close());
    const hasVideo = lines.some(({ kind }) => kind === 'video');
    const screen = hasVideo ? receiver(peer.track('video')) : undefined;
    if (screen) this.#closers.push(this.#pacer.add(screen));
    await resume();
    return screen;
  }
}
