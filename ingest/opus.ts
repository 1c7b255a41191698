import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isRtcp } from './webrtc/peer.ts';

/** In bit/s: music in stereo. */
const BITRATE = 128_000;
const MAX_REASON_LENGTH = 500;

/** FLV's header for sound alone, and the size of no tag before it (Adobe Flash Video File Format 10.1, E.2). */
const FLV_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0]);
const AUDIO_TAG = 8;

type RtpStream = { payloadType: number; ssrc: number };

/** Turns the sound of FLV's tags, such as AAC, into Opus, by FFmpeg. */
export class OpusEncoder {
  readonly #socket: Socket;
  readonly #ffmpeg: ChildProcessWithoutNullStreams;
  #isClosed = false;

  private constructor(socket: Socket, { payloadType, ssrc }: RtpStream, onExit: (reason: string) => void) {
    this.#socket = socket;
    const { port } = socket.address();
    const options = [
      ...['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe,rtp,udp'],
      ...['-fflags', 'nobuffer', '-probesize', '32', '-analyzeduration', '0', '-f', 'flv', '-i', 'pipe:0'],
      ...['-vn', '-c:a', 'libopus', '-b:a', String(BITRATE), '-ac', '2', '-ar', '48000'],
      ...['-f', 'rtp', '-payload_type', String(payloadType), '-ssrc', String(ssrc)],
      `rtp://127.0.0.1:${port}?rtcpport=${port}`,
    ];
    this.#ffmpeg = spawn('ffmpeg', options);
    let said = '';
    this.#ffmpeg.stdout.resume();
    this.#ffmpeg.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-MAX_REASON_LENGTH);
    });
    // Its end is noticed below.
    this.#ffmpeg.stdin.on('error', () => {});
    const exited = (reason: string) => {
      if (!this.#isClosed) onExit(reason);
      this.close();
    };
    this.#ffmpeg.on('error', ({ message }) => exited(message));
    this.#ffmpeg.on('close', (code) => exited(said.trim() || `FFmpeg exited with ${code}`));
    this.#ffmpeg.stdin.write(FLV_HEADER);
  }

  /**
   * @param rtp of the packets it gives
   * @param onPacket called with each of them
   * @param onExit called if FFmpeg ends by itself
   */
  static async start(
    rtp: RtpStream,
    onPacket: (packet: Buffer) => void,
    onExit: (reason: string) => void,
  ): Promise<OpusEncoder> {
    const socket = createSocket('udp4');
    socket.on('message', (packet) => {
      if (!isRtcp(packet)) onPacket(packet);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new OpusEncoder(socket, rtp, onExit);
  }

  /** @param body of an audio tag @param timestamp in ms */
  write(body: Buffer, timestamp: number): void {
    const tag = Buffer.alloc(11 + body.length + 4);
    tag[0] = AUDIO_TAG;
    tag.writeUIntBE(body.length, 1, 3);
    // The low 24 bits, then the high ones.
    tag.writeUIntBE(timestamp & 0xffffff, 4, 3);
    tag[7] = (timestamp >>> 24) & 0xff;
    body.copy(tag, 11);
    tag.writeUInt32BE(11 + body.length, 11 + body.length);
    this.#ffmpeg.stdin.write(tag);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
    this.#ffmpeg.kill('SIGKILL');
  }
}
