import { randomInt } from 'node:crypto';
import { camera as cameraOf, TestClient } from '#media-server/tests/support/client.ts';
import type { MediaKind, SeatName } from '#protocol/channel.ts';
import { KEEP_ALIVE_INTERVAL_MS } from '#protocol/limits.ts';
import type { RequestData, ResponseData } from '#protocol/messages.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import type { Quality } from '#protocol/video-quality.ts';
import { type Line, Peer } from '#scripts/webrtc/peer.ts';
import { fingerprintOf, offerOf } from '#scripts/webrtc/session-description.ts';
import type { PaidRoom } from '#tests/support/market/paid-room.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { AUDIO_PAYLOAD, type OpenRoom, VIDEO_PAYLOAD } from './contender.ts';
import type { Frame } from './film.ts';
import { camera, microphone, type Pacer, VideoReceiver } from './streams.ts';

type Closer = () => unknown;

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

/** Streams each room sends; `frameRate` is that of the film. */
type Sent = Parameters<OpenRoom>[0] & { frameRate?: number; isSilent?: boolean };

/**
 * Creates a room on a site and enters it, as two browsers would: over the site's API, its WebSocket, and DTLS and SRTP.
 * The host sends the film and, unless it is silent, sound; the guest sends sound.
 * @param origin of the site
 * @param booked existing room of two people
 */
export async function openRoom(
  origin: string,
  quality: Quality,
  { film, pacer, frameRate, isSilent = false }: Sent,
  booked?: Pick<PaidRoom, 'token' | 'headers'>,
): ReturnType<OpenRoom> {
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    const { host: hosts, guest: guests } = booked?.headers ?? {};
    const host = new Person(origin, pacer, closers, hosts);
    const guest = new Person(origin, pacer, closers, guests);
    const { token } = booked ?? newRoomSchema.parse(await host.ask('/api/channel/ticket'));
    await host.takeSeat(token, 'host');
    await host.client.request('createChannel', { camera: { ...cameraOf, quality } });
    await guest.takeSeat(token, 'guest');
    const enteredAt = performance.now();
    await guest.client.request('requestChannel', { camera: { ...cameraOf, cameraType: 'NO_CAM' } });
    const sound = isSilent ? [] : (['audio'] as const);
    const hears = isSilent ? 0 : 1;
    // Both at once, as in browsers.
    await Promise.all([host.send(['video', ...sound], film, frameRate), guest.send(sound, film)]);
    const [screen] = await Promise.all([guest.watch('host', 1 + hears), host.watch('guest', hears)]);
    await Promise.all([host, guest].map(({ client }) => client.request('startChannel', {})));
    if (!screen) throw new Error('The host sends no video');
    const ended = Promise.race([host, guest].map(({ client }) => client.closed));
    closers.push(() => Promise.race([guest.client.ask('leaveChannel', {}), ended]));
    return { screen, enteredAt, ended: ended.then((code) => `The socket was closed: ${code}`), close };
  } catch (error) {
    await close();
    throw error;
  }
}

class Person {
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

  /** @param count number of streams the other seat sends @returns the screen, if one of them is video */
  async watch(seat: SeatName, count: number): Promise<VideoReceiver | undefined> {
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
    const screen = hasVideo ? new VideoReceiver(peer.track('video')) : undefined;
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
