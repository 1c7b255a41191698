import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { schemeAndHost } from '#protocol/pull.ts';
import { messageOf, type Source, type SourceEvents } from '../source.ts';
import { FlvReader } from './flv.ts';

/** A camera that sends nothing for this long is given up. */
const SILENT_MS = 10_000;
const MAX_REASON_LENGTH = 200;

/** FFmpeg's options for an address, by scheme. The protocols are all that it may open, whatever the camera answers. */
const INPUT: Record<string, readonly string[]> = {
  rtsp: ['-protocol_whitelist', 'rtsp,rtp,tcp', '-f', 'rtsp', '-rtsp_transport', 'tcp'],
  srt: ['-protocol_whitelist', 'srt', '-f', 'mpegts'],
};

/** Why a camera is not in its room: the room takes none (`refused`), it gives no stream (`failed`), or there are too many. */
export class PullError extends Error {
  readonly kind: 'refused' | 'failed' | 'busy';

  constructor(kind: PullError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** `begun` is called with the first sound or picture, `failed` if none comes; later calls change nothing. */
type Outcome = { begun: () => void; failed: (error: PullError) => void };

/** A camera that sends when it is asked, by RTSP or SRT: FFmpeg connects to it, and gives what comes as FLV. */
export class PulledCamera implements Source {
  readonly #events: SourceEvents;
  readonly #outcome: Outcome;
  #ffmpeg: ChildProcessByStdio<null, Readable, Readable> | null = null;
  #silence: NodeJS.Timeout | undefined;
  #stage: 'before' | 'publishing' | 'ended' = 'before';

  /** @param key of the room, which is asked first @param address as in `pullSchema` */
  constructor(key: string, address: string, events: SourceEvents, outcome: Outcome) {
    this.#events = events;
    this.#outcome = outcome;
    events
      .onPublish(key)
      .then(
        () => this.#start(address),
        (error: unknown) => this.#end(new PullError('refused', messageOf(error))),
      )
      // Node's message has the address in it.
      .catch(() => this.end('FFmpeg could not be started.'));
  }

  get isPublishing(): boolean {
    return this.#stage === 'publishing';
  }

  end(reason: string | null): void {
    this.#end(new PullError('failed', reason ?? 'The camera has stopped.'));
  }

  #end(error: PullError): void {
    if (this.#stage === 'ended') return;
    this.#stage = 'ended';
    clearTimeout(this.#silence);
    this.#ffmpeg?.kill('SIGKILL');
    this.#outcome.failed(error);
    this.#events.onEnd(error.message);
  }

  #start(address: string): void {
    if (this.#stage !== 'before') return;
    this.#stage = 'publishing';
    const { scheme } = schemeAndHost(address);
    const options = [
      ...['-hide_banner', '-loglevel', 'error', ...(INPUT[scheme] ?? [])],
      // It reads no pictures to learn their rate, which would keep them back.
      ...['-fflags', 'nobuffer', '-fpsprobesize', '0', '-analyzeduration', '1000000', '-i', address],
      ...['-map', '0:v:0', '-c:v', 'copy', '-map', '0:a:0?', '-c:a', 'aac', '-ar', '48000', '-ac', '2'],
      // Pictures do not wait for a sound that does not come. In µs.
      ...['-max_interleave_delta', '100000', '-flush_packets', '1'],
      ...['-f', 'flv', '-flvflags', 'no_duration_filesize', 'pipe:1'],
    ];
    const ffmpeg = spawn('ffmpeg', options, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#ffmpeg = ffmpeg;
    this.#silence = setTimeout(() => this.end('Nothing comes from the camera.'), SILENT_MS);
    const flv = new FlvReader();
    let said = '';
    ffmpeg.stdout.on('data', (chunk) => {
      said = '';
      this.#take(flv, chunk);
    });
    ffmpeg.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(0, 4 * MAX_REASON_LENGTH);
    });
    ffmpeg.on('error', ({ message }) => this.end(message));
    ffmpeg.on('close', (code) => this.end(reasonIn(said, address) || `FFmpeg exited with ${code}`));
  }

  #take(flv: FlvReader, chunk: Buffer): void {
    if (this.#stage !== 'publishing') return;
    this.#silence?.refresh();
    try {
      for (const media of flv.read(chunk)) {
        this.#events.onMedia(media);
        this.#outcome.begun();
      }
    } catch (error) {
      this.end(messageOf(error));
    }
  }
}

/** FFmpeg's first line, from which the others follow; without the address, which may have a password in it. */
function reasonIn(said: string, address: string): string {
  if (/(incompatible with|not compatible)/.test(said)) return 'The camera must send H.264.';
  const [line = ''] = said.replaceAll(address, 'the camera').trim().split('\n');
  return line.replace(/^\[.*?\] /, '').slice(0, MAX_REASON_LENGTH);
}
