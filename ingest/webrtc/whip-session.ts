import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import datachannel, { type Track } from 'node-datachannel';
import { type Line, Peer } from './peer.ts';

const LINES = {
  video: { kind: 'video', mid: 'video', payloadType: 96, ssrc: 1 },
  audio: { kind: 'audio', mid: 'audio', payloadType: 111, ssrc: 2 },
} as const satisfies Record<string, Line>;
/** RTP of the sound that `sendSound` takes. */
export const SOUND = LINES.audio;

const VIDEO_CLOCK_PER_MS = 90;
/** Packets kept to be sent again: a second of 4K. */
const KEPT_PACKETS = 4_096;
/** Key frames leave at this many bit/s, in bursts of as many ms: all at once, they overflow the receiver's buffer. */
const PACE = { bitrate: 100_000_000, ms: 5 };
const ASKED_WITHIN_MS = 10_000;

/** What a header may carry. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;
const CANDIDATE = /^(a=candidate:\S+ 1 udp \d+ )(\S+)( \d+ typ host[^\r\n]*)/gm;

/** A session of WHIP (RFC 9725) that sends H.264 and Opus as they come. */
export class WhipSession {
  readonly #peer: Peer;
  readonly #address: URL;
  readonly #headers: Record<string, string>;
  readonly #rtp = new datachannel.RtpPacketizationConfig(
    LINES.video.ssrc,
    'panocall',
    LINES.video.payloadType,
    1000 * VIDEO_CLOCK_PER_MS,
  );
  readonly #picture: Track;
  readonly #sound: Track;
  #isClosed = false;

  private constructor(peer: Peer, address: URL, headers: Record<string, string>) {
    this.#peer = peer;
    this.#address = address;
    this.#headers = headers;
    this.#picture = peer.track('video');
    this.#sound = peer.track('audio');
    const packetizer = new datachannel.H264RtpPacketizer('Length', this.#rtp);
    packetizer.addToChain(new datachannel.RtcpSrReporter(this.#rtp));
    packetizer.addToChain(new datachannel.RtcpNackResponder(KEPT_PACKETS));
    packetizer.addToChain(new datachannel.PacingHandler(PACE.bitrate, PACE.ms));
    this.#picture.setMediaHandler(packetizer);
  }

  /**
   * @param endpoint may redirect once
   * @param key its bearer token
   * @param onEnd called once, when the server has ended the session or cannot be reached any more
   * @throws Error with what the server answered, if it takes no stream
   */
  static async open(endpoint: URL, key: string, onEnd: () => void): Promise<WhipSession> {
    if (!HEADER_TEXT.test(key)) throw new Error('The key is wrong or missing.');
    let session: WhipSession | null = null;
    const peer = new Peer('SendOnly', Object.values(LINES), () => session?.isOpen && onEnd());
    try {
      const headers = { Authorization: `Bearer ${key}` };
      const { response, url } = await post(endpoint, headers, peer.offer());
      const answer = await response.text();
      if (response.status !== 201) throw new Error(answer || `The room answered with ${response.status}.`);
      session = new WhipSession(peer, new URL(response.headers.get('Location') ?? '', url), headers);
      peer.accept(await reachableAt(answer, url.hostname));
      await peer.connected();
      return session;
    } catch (error) {
      if (session) await session.close();
      else peer.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return !this.#isClosed;
  }

  /** @param data NAL units, each after its length in four bytes @param shownAt in ms */
  sendPicture(data: Buffer, shownAt: number): void {
    if (!this.#picture.isOpen()) return;
    this.#rtp.timestamp = (shownAt * VIDEO_CLOCK_PER_MS) >>> 0;
    this.#picture.sendMessageBinary(data);
  }

  /** @param packet RTP of Opus, as `SOUND` says */
  sendSound(packet: Buffer): void {
    if (this.#sound.isOpen()) this.#sound.sendMessageBinary(packet);
  }

  /** Ends the session, also at the server if it can be reached. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const signal = AbortSignal.timeout(ASKED_WITHIN_MS);
    await fetch(this.#address, { method: 'DELETE', headers: this.#headers, signal }).catch(() => {});
    this.#peer.close();
  }
}

/** Follows a redirect itself: `fetch` leaves out `Authorization` then. */
async function post(
  url: URL,
  headers: Record<string, string>,
  offer: string,
  redirects = 1,
): Promise<{ response: Response; url: URL }> {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(ASKED_WITHIN_MS),
    headers: { ...headers, 'Content-Type': 'application/sdp' },
    body: offer,
  }).catch(() => {
    throw new Error('The site does not answer: try again.');
  });
  const to = response.headers.get('Location');
  if (response.status !== 307 || to === null || redirects === 0) return { response, url };
  return post(new URL(to, url), headers, offer, redirects - 1);
}

/**
 * Adds the host that answered to the ICE candidates of an answer: a server announces the address at which browsers reach
 * it, which may not be reachable from a machine beside it.
 */
async function reachableAt(answer: string, host: string): Promise<string> {
  const address = isIP(host) === 0 ? (await lookup(host)).address : host;
  return answer.replace(CANDIDATE, (candidate, before: string, announced: string, after: string) =>
    announced === address ? candidate : `${candidate}\r\n${before}${address}${after}`,
  );
}
