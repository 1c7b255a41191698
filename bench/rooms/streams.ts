import type { Track } from 'node-datachannel';
import { isRtcp } from '#ingest/webrtc/peer.ts';
import { type Frame, FU_A, RTP_HEADER_BYTES } from './film.ts';

const FRAME_RATE = 30;
const VIDEO_CLOCK = 90_000;
const AUDIO_CLOCK = 48_000;
const AUDIO_PACKET_MS = 20;
/** Opus at 32 kbit/s. */
const AUDIO_BYTES = 80;
/** Time in ms over which a picture's packets are spread, as in browsers. */
const SPREAD_MS = 20;
const TICK_MS = 4;

/** Approximate interval of browsers' receiver reports. */
const REPORT_MS = 1_000;
const RECEIVER_REPORT = 201;

/** RTCP's payload-specific feedback and its message PLI (RFC 4585, 6.3.1), and full intra requests (RFC 5104, 4.3.1). */
const RTCP_FEEDBACK = 206;
const [PLI, FIR] = [1, 4];
/** Interval at which Chromium repeats a request for a key frame. */
const KEY_FRAME_PATIENCE_MS = 200;

const SEQUENCE = 7;
const KEY_SLICE = 5;

type Source = { send(now: number): void };

/** Sends the due packets of all streams of this process, several times within each picture's duration. */
export class Pacer {
  readonly #sources = new Set<Source>();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    for (const source of this.#sources) source.send(now);
  }, TICK_MS);

  add(source: Source): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

export type SendingTrack = Pick<Track, 'isOpen' | 'onMessage' | 'sendMessageBinary'>;
export type Sent = { track: SendingTrack; ssrc: number; payloadType: number };

/** A camera: repeats the film, and restarts it when a key frame is requested. */
export function camera(
  { track, ssrc, payloadType }: Sent,
  film: readonly Frame[],
  frameRate = FRAME_RATE,
): Source {
  let sequence = 0;
  let packet = 0;
  let [shown, frame] = [0, 0];
  let wantsKey = false;
  // Cameras capture at different moments.
  const start = performance.now() + (Math.random() * 1000) / frameRate;
  track.onMessage((message) => {
    wantsKey ||= isRtcp(message) && asksForKeyFrame(message);
  });
  return {
    send(now) {
      for (;;) {
        if (packet === 0 && wantsKey) [frame, wantsKey] = [0, false];
        const { packets } = film[frame] ?? { packets: [] };
        const data = packets[packet];
        if (!data) throw new Error('The film has no such picture');
        const due = start + (shown * 1000) / frameRate + (packet / packets.length) * SPREAD_MS;
        if (due > now || !track.isOpen()) return;
        packet += 1;
        const isLast = packet === packets.length;
        writeHeader(data, isLast, payloadType, sequence++, (shown * VIDEO_CLOCK) / frameRate, ssrc);
        track.sendMessageBinary(data);
        if (!isLast) continue;
        [packet, shown, frame] = [0, shown + 1, (frame + 1) % film.length];
      }
    },
  };
}

/** @param message RTCP packets, one after another (RFC 3550, 6.1) */
function asksForKeyFrame(message: Buffer): boolean {
  for (let at = 0; at + 4 <= message.length; at += 4 + 4 * message.readUInt16BE(at + 2)) {
    const kind = (message[at] ?? 0) & 0x1f;
    if (message[at + 1] === RTCP_FEEDBACK && (kind === PLI || kind === FIR)) return true;
  }
  return false;
}

/** A microphone: packets like those of speech. */
export function microphone({ track, ssrc, payloadType }: Sent): Source {
  const data = Buffer.alloc(RTP_HEADER_BYTES + AUDIO_BYTES, 0x5a);
  let count = 0;
  const start = performance.now() + Math.random() * AUDIO_PACKET_MS;
  return {
    send(now) {
      while (start + count * AUDIO_PACKET_MS <= now && track.isOpen()) {
        writeHeader(
          data,
          count === 0,
          payloadType,
          count,
          (count * AUDIO_CLOCK * AUDIO_PACKET_MS) / 1000,
          ssrc,
        );
        track.sendMessageBinary(data);
        count += 1;
      }
    },
  };
}

/** Writes an RTP header (RFC 3550, 5.1). */
function writeHeader(
  packet: Buffer,
  marker: boolean,
  payloadType: number,
  sequence: number,
  timestamp: number,
  ssrc: number,
): void {
  packet[0] = 0x80;
  packet[1] = (marker ? 0x80 : 0) | payloadType;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
}

/** Receives a camera's stream and sends reports as browsers do. */
export class VideoReceiver implements Source {
  received = 0;
  bytes = 0;
  frames = 0;
  /** Time of the first complete key frame, by `performance.now()`. */
  firstPictureAt: number | null = null;
  readonly #track: Track;
  #askedAt = Number.NEGATIVE_INFINITY;
  #first: number | null = null;
  #highest = 0;
  /** Expected sequence number of the next packet while a key frame is complete so far. */
  #next: number | null = null;
  #ssrc = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #reported = { expected: 0, received: 0 };

  constructor(track: Track) {
    this.#track = track;
    track.onMessage((packet) => {
      if (!isRtcp(packet)) this.#read(packet);
    });
  }

  /** Number of packets that should have arrived: missing ones are lost. */
  get expected(): number {
    return this.#first === null ? 0 : this.#highest - this.#first + 1;
  }

  /** Sends a receiver report with the loss since the last one (RFC 3550, 6.4.2). */
  send(now: number): void {
    if (this.received === 0 || now - this.#reportedAt < REPORT_MS || !this.#track.isOpen()) return;
    this.#reportedAt = now;
    const { expected, received } = this;
    const due = expected - this.#reported.expected;
    const lost = Math.max(0, due - (received - this.#reported.received));
    this.#reported = { expected, received };
    const report = Buffer.alloc(32);
    report.set([0x81, RECEIVER_REPORT, 0, 7, 0, 0, 0, 1]);
    report.writeUInt32BE(this.#ssrc, 8);
    report[12] = due > 0 ? Math.min(255, Math.floor((lost * 256) / due)) : 0;
    report.writeUIntBE(Math.max(0, expected - received), 13, 3);
    report.writeUInt32BE(this.#highest >>> 0, 16);
    this.#track.sendMessageBinary(report);
  }

  #read(packet: Buffer): void {
    this.#ssrc = packet.readUInt32BE(8);
    const sequence = packet.readUInt16BE(2);
    this.#first ??= sequence;
    if (this.received === 0) this.#highest = sequence;
    // The nearest number with these 16 bits (RFC 3550, appendix A.1).
    const ahead = ((sequence - this.#highest + 0x8000) & 0xffff) - 0x8000;
    const extended = this.#highest + ahead;
    this.#highest = Math.max(this.#highest, extended);
    this.received += 1;
    this.bytes += packet.length;
    const isLast = ((packet[1] ?? 0) & 0x80) !== 0;
    if (isLast) this.frames += 1;
    if (this.firstPictureAt === null) this.#lookForKeyFrame(packet, extended, isLast);
  }

  /** Requests a key frame by PLI (RFC 4585, 6.3.1), like a browser that cannot decode. */
  #askForKeyFrame(packet: Buffer): void {
    const now = performance.now();
    if (now - this.#askedAt < KEY_FRAME_PATIENCE_MS) return;
    this.#askedAt = now;
    const request = Buffer.from([0x80 | PLI, RTCP_FEEDBACK, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0]);
    packet.copy(request, 8, 8, 12);
    this.#track.sendMessageBinary(request);
  }

  #lookForKeyFrame(packet: Buffer, sequence: number, isLast: boolean): void {
    const type = (packet[headerBytes(packet)] ?? 0) & 0x1f;
    if (type === SEQUENCE) this.#next = sequence;
    if (sequence !== this.#next) {
      this.#next = null;
      this.#askForKeyFrame(packet);
      return;
    }
    this.#next += 1;
    const slice = type === FU_A ? (packet[headerBytes(packet) + 1] ?? 0) & 0x1f : type;
    if (isLast && slice === KEY_SLICE) this.firstPictureAt = performance.now();
  }
}

/** Length of the header, including contributing sources and the extension, if any (RFC 3550, 5.1 and 5.3.1). */
export function headerBytes(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const fixed = RTP_HEADER_BYTES + 4 * (first & 0x0f);
  return (first & 0x10) === 0 ? fixed : fixed + 4 + 4 * packet.readUInt16BE(fixed + 2);
}
