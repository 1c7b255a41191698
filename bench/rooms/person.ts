import { randomInt } from 'node:crypto';
import type { Track } from 'node-datachannel';
import { TestClient } from '#media-server/tests/support/client.ts';
import type { MediaKind, SeatName } from '#protocol/channel.ts';
import { KEEP_ALIVE_INTERVAL_MS } from '#protocol/limits.ts';
import type { RequestData, ResponseData } from '#protocol/messages.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { type Line, Peer } from '#scripts/webrtc/peer.ts';
import { fingerprintOf, offerOf } from '#scripts/webrtc/session-description.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { AUDIO_PAYLOAD, VIDEO_PAYLOAD } from './contender.ts';
import type { Frame } from './film.ts';
import { camera, microphone, type Pacer, VideoReceiver } from './streams.ts';

export type Closer = () => unknown;

/** Without retransmissions, so that each lost packet counts. */
const VIDEO = {
  mimeType: 'video/H264',
  clockRate: 90_000,
  parameters: { 'packetization-mode': 1, 'level-asymmetry-allowed': 1, 'profile-level-id': '42e034' },
  rtcpFeedback: [{ type: 'nack', parameter: 'pli' }],
};
const AUDIO = { mimeType: 'audio/opus', clockRate: 48_000, channels: 2 };
const CAPABILITIES: RequestData<'consume'>['rtpCapabilities'] = {
  codecs: [
    { ...VIDEO, kind: 'video', preferredPayloadType: VIDEO_PAYLOAD },
    { ...AUDIO, kind: 'audio', preferredPayloadType: AUDIO_PAYLOAD },
  ],
};

/** One of the two in a room, as their browser: over the site's API, its WebSocket, and DTLS and SRTP. */
export class Person {
  readonly #origin: string;
  readonly #pacer: Pacer;
  readonly #closers: Closer[];
  /** A separate address, with its own rate limits, if the site trusts it. */
  readonly #address = newAddress();
  readonly #headers: Record<string, string>;
  #cookie = '';
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
    const { ticket, url } = seatTicketSchema.parse(answer);
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
    const peer = await this.#connect(transport, 'recvonly', lines);
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
   * @param receive makes the receiver of video
   * @returns the screen, if one of the streams is video
   */
  async watch(
    seat: SeatName,
    count: number,
    receive = (track: Track) => new VideoReceiver(track),
  ): Promise<VideoReceiver | undefined> {
    if (count === 0) return undefined;
    const transport = await this.client.request('createTransport', {
      direction: 'receive',
      videoCodecs: ['H264'],
    });
    const channel = await this.client.channel(({ seats }) => seats[seat]?.producers.length === count);
    const consumers = await Promise.all(
      (channel.seats[seat]?.producers ?? []).map(({ id: producerId }) =>
        this.client.request('consume', { producerId, rtpCapabilities: CAPABILITIES }),
      ),
    );
    const lines = consumers.map(({ kind, rtpParameters }) => ({
      kind,
      mid: kind,
      payloadType: rtpParameters.codecs[0]?.payloadType ?? 0,
      ssrc: rtpParameters.encodings?.[0]?.ssrc ?? 0,
    }));
    const peer = await this.#connect(transport, 'sendonly', lines);
    const hasVideo = lines.some(({ kind }) => kind === 'video');
    const screen = hasVideo ? receive(peer.track('video')) : undefined;
    if (screen) this.#closers.push(this.#pacer.add(screen));
    await Promise.all(
      consumers.map(({ consumerId }) => this.client.request('resumeConsumer', { consumerId })),
    );
    return screen;
  }

  async #connect(
    transport: ResponseData<'createTransport'>,
    direction: 'sendonly' | 'recvonly',
    lines: readonly Line[],
  ): Promise<Peer> {
    const peer = new Peer(direction === 'sendonly' ? 'RecvOnly' : 'SendOnly', lines);
    this.#closers.push(() => peer.close());
    const value = fingerprintOf(peer.answer(offerOf({ ...transport, direction }, lines)));
    await this.client.request('connectTransport', {
      transportId: transport.id,
      dtlsParameters: { role: 'client', fingerprints: [{ algorithm: 'sha-256', value }] },
    });
    await peer.connected();
    return peer;
  }
}
