import { setTimeout as sleep } from 'node:timers/promises';
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import type { MediaKind } from '#protocol/channel.ts';

/** One stream of a connection. `mid` identifies it in session descriptions. */
export type Line = { kind: MediaKind; mid: string; payloadType: number; ssrc: number };

const CONNECTED_WITHIN_MS = 15_000;

/** RTCP packet types share a byte with RTP's payload types (RFC 5761, 4). */
export const isRtcp = (packet: Buffer) => (packet[1] ?? 0) >= 192 && (packet[1] ?? 0) <= 223;

/** One end of a connection, by libdatachannel: it sends all of its streams, or receives all. */
export class Peer {
  readonly #connection = new PeerConnection('panocall', {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  readonly #tracks: ReadonlyMap<MediaKind, Track>;
  readonly #connected: Promise<void>;

  /**
   * @param lines at most one of each kind
   * @param onEnd called once the other end has closed the connection, or cannot be reached any more
   */
  constructor(direction: 'SendOnly' | 'RecvOnly', lines: readonly Line[], onEnd = () => {}) {
    this.#connected = new Promise((resolve, reject) => {
      this.#connection.onStateChange((state) => {
        if (state === 'connected') resolve();
        if (state === 'failed') reject(new Error('The connection to the media server failed'));
        if (state === 'failed' || state === 'closed') onEnd();
      });
    });
    // `connected` reports the error.
    this.#connected.catch(() => {});
    this.#tracks = new Map(
      lines.map((line) => [line.kind, this.#connection.addTrack(mediaOf(line, direction))]),
    );
  }

  /** @returns the session description that answers the offer */
  answer(offer: string): string {
    this.#connection.setRemoteDescription(offer, 'offer');
    return this.#describe('answer');
  }

  /** @returns the session description to be answered, then passed to `accept` */
  offer(): string {
    return this.#describe('offer');
  }

  accept(answer: string): void {
    this.#connection.setRemoteDescription(answer, 'answer');
  }

  /** @throws Error if the peer is unreachable */
  async connected(): Promise<void> {
    const late = sleep(CONNECTED_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([this.#connected, late])) === 'late') {
      throw new Error(`No connection to the media server within ${CONNECTED_WITHIN_MS / 1000} s`);
    }
  }

  track(kind: MediaKind): Track {
    const track = this.#tracks.get(kind);
    if (!track) throw new Error(`This connection has no ${kind}`);
    return track;
  }

  close(): void {
    this.#connection.close();
  }

  #describe(type: 'offer' | 'answer'): string {
    this.#connection.setLocalDescription(type);
    const description = this.#connection.localDescription();
    if (!description) throw new Error('libdatachannel describes no session');
    return description.sdp;
  }
}

function mediaOf({ kind, mid, payloadType, ssrc }: Line, direction: 'SendOnly' | 'RecvOnly'): Audio | Video {
  const media = kind === 'video' ? new Video(mid, direction) : new Audio(mid, direction);
  if (media instanceof Video) media.addH264Codec(payloadType);
  else media.addOpusCodec(payloadType);
  if (direction === 'SendOnly') media.addSSRC(ssrc, 'panocall', 'panocall', kind);
  return media;
}
