import type { Logger } from 'pino';
import { OpusEncoder } from './opus.ts';
import { AvcReader } from './rtmp/avc.ts';
import { MEDIA_TYPES, type PublishedMedia, type Source, type SourceEvents } from './source.ts';
import { SOUND, WhipSession } from './webrtc/whip-session.ts';

/** A source's stream, passed on to its room: pictures as they are, and the sound as Opus. */
export class Stream {
  /** Where it comes from: the address of the client, or the camera's host. */
  readonly from: string;
  readonly #log: Logger;
  readonly #endpoint: URL;
  readonly #source: Source;
  readonly #pictures = new AvcReader();
  #session: WhipSession | null = null;
  #sound: Promise<OpusEncoder> | null = null;
  #isOver = false;
  /** Resolved once the stream has ended and everything of it is closed. */
  readonly closed: Promise<void>;

  /** @param endpoint of WHIP */
  constructor(open: (events: SourceEvents) => Source, from: string, endpoint: URL, log: Logger) {
    this.from = from;
    this.#endpoint = endpoint;
    this.#log = log.child({ from });
    let onClosed = (_: Promise<void>) => {};
    this.closed = new Promise((resolve) => {
      onClosed = resolve;
    });
    this.#source = open({
      onPublish: (key) => this.#publish(key),
      onMedia: (media) => this.#pass(media),
      onEnd: (reason) => {
        if (reason !== null) this.#log.info({ reason }, 'a stream was ended');
        onClosed(this.#close());
      },
    });
  }

  get isPublishing(): boolean {
    return this.#source.isPublishing;
  }

  end(reason: string): void {
    this.#source.end(reason);
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
