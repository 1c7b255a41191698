import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { OpusEncoder } from './opus.ts';
import { AvcReader } from './rtmp/avc.ts';
import { MEDIA_TYPES, type PublishedMedia, RtmpConnection } from './rtmp/connection.ts';
import { SOUND, WhipSession } from './webrtc/whip-session.ts';

/** One RTMP client's stream, passed on to its room: pictures as they are, and the sound as Opus. */
export class Stream {
  /** Of the client. */
  readonly address: string;
  readonly #log: Logger;
  readonly #endpoint: URL;
  readonly #connection: RtmpConnection;
  readonly #pictures = new AvcReader();
  #session: WhipSession | null = null;
  #sound: Promise<OpusEncoder> | null = null;
  #isOver = false;

  /** @param endpoint of WHIP @param onEnd called once everything of the stream is closed */
  constructor(socket: Socket, endpoint: URL, log: Logger, onEnd: () => void) {
    this.address = socket.remoteAddress ?? '';
    this.#endpoint = endpoint;
    this.#log = log.child({ client: this.address });
    this.#connection = new RtmpConnection(socket, {
      onPublish: (key) => this.#publish(key),
      onMedia: (media) => this.#pass(media),
      onEnd: (reason) => {
        if (reason !== null) this.#log.info({ reason }, 'a stream was ended');
        void this.#close().then(onEnd);
      },
    });
  }

  get isPublishing(): boolean {
    return this.#connection.isPublishing;
  }

  end(reason: string): void {
    this.#connection.end(reason);
  }

  async #publish(key: string): Promise<void> {
    const session = await WhipSession.open(this.#endpoint, key, () =>
      this.end('The room has ended the stream.'),
    );
    if (this.#isOver) return session.close();
    this.#session = session;
    this.#log.info('a stream began');
  }

  #pass({ type, timestamp, body }: PublishedMedia): void {
    if (MEDIA_TYPES[type] === 'audio') this.#passSound(Buffer.from(body), timestamp);
    else {
      const picture = this.#pictures.read(body);
      if (picture) this.#session?.sendPicture(picture.data, timestamp + picture.delay);
    }
  }

  #passSound(body: Buffer, timestamp: number): void {
    this.#sound ??= OpusEncoder.start(
      SOUND,
      (packet) => this.#session?.sendSound(packet),
      (reason) => this.end(`The sound cannot be read: ${reason}`),
    );
    // In the order of arrival, also while FFmpeg starts.
    this.#sound.then(
      (encoder) => encoder.write(body, timestamp),
      (error: unknown) => this.end(`The sound cannot be read: ${String(error)}`),
    );
  }

  async #close(): Promise<void> {
    this.#isOver = true;
    await Promise.all([
      this.#session?.close(),
      this.#sound?.then(
        (encoder) => encoder.close(),
        () => {},
      ),
    ]);
  }
}
