import type { Socket } from 'node:net';
import Rtmp from 'node-media-server/src/protocol/rtmp.js';
import { isMedia, messageOf, type Source, type SourceEvents } from '../source.ts';

/** The largest message: a key frame of 5.7K at 100 Mbit/s has less than 2 MB. Before a key is accepted, commands alone come. */
const MAX_MESSAGE_BYTES = { before: 16 * 1024, publishing: 8 * 1024 * 1024 };
/** Clients use five or six chunk streams. */
const MAX_CHUNK_STREAMS = 16;
/** An acknowledgement is sent after as many bytes: half of the window that the library announces. */
const ACKNOWLEDGED_BYTES = 2_500_000;
const PUBLISHED_WITHIN_MS = 10_000;
/** A client of which nothing comes for as long has vanished. */
const SILENT_MS = 10_000;

/** A client that publishes by RTMP, such as a camera's app: the protocol is `node-media-server`'s, with limits. */
export class RtmpConnection extends Rtmp implements Source {
  readonly #socket: Socket;
  readonly #events: SourceEvents;
  readonly #deadline: NodeJS.Timeout;
  #stage: 'before' | 'asked' | 'publishing' | 'ended' = 'before';
  #received = 0;
  #acknowledged = 0;

  constructor(socket: Socket, events: SourceEvents) {
    super();
    this.#socket = socket;
    this.#events = events;
    this.#deadline = setTimeout(() => this.end('nothing was published'), PUBLISHED_WITHIN_MS);
    this.onOutputCallback = (data) => socket.write(data);
    socket.setTimeout(SILENT_MS, () => this.end('nothing came any more'));
    socket.setNoDelay(true);
    socket.on('data', (data) => this.#guard(() => this.#take(data)));
    socket.on('error', () => {});
    socket.on('close', () => this.end(null));
  }

  get isPublishing(): boolean {
    return this.#stage === 'publishing';
  }

  end(reason: string | null): void {
    if (this.#stage === 'ended') return;
    const code = { before: null, asked: 'NetStream.Publish.BadName', publishing: 'NetStream.Failed' }[
      this.#stage
    ];
    this.#stage = 'ended';
    clearTimeout(this.#deadline);
    if (reason !== null && code !== null) this.sendStatusMessage(this.streamId, 'error', code, reason);
    this.#socket.end();
    this.#socket.setTimeout(SILENT_MS, () => this.#socket.destroy());
    this.#events.onEnd(reason);
  }

  override packetAlloc(): void {
    const { length } = this.parserPacket.header;
    const limit = MAX_MESSAGE_BYTES[this.#stage === 'publishing' ? 'publishing' : 'before'];
    if (length > limit) throw new Error(`a message of ${length} bytes is too large`);
    if (this.inPackets.size > MAX_CHUNK_STREAMS) throw new Error('too many chunk streams');
    super.packetAlloc();
  }

  override onPublish({ streamName }: { streamName: unknown }): void {
    if (this.#stage !== 'before') throw new Error('a connection publishes one stream');
    this.#stage = 'asked';
    clearTimeout(this.#deadline);
    this.streamId = this.parserPacket.header.stream_id;
    const [key = ''] = String(streamName).split('?');
    this.#events.onPublish(key).then(
      () => {
        if (this.#stage !== 'asked') return;
        this.#stage = 'publishing';
        this.respondPublish();
      },
      (error: unknown) => this.end(messageOf(error)),
    );
  }

  override onPlay(): void {
    throw new Error('nothing can be played here');
  }

  override onDeleteStream(): void {
    this.end(null);
  }

  override dataHandler(): void {
    const { header, clock, payload } = this.parserPacket;
    const { type, length } = header;
    if (this.#stage === 'publishing' && isMedia(type))
      this.#events.onMedia({ type, timestamp: clock, body: payload.subarray(0, length) });
  }

  #take(data: Buffer): void {
    this.#received += data.length;
    if (this.#stage === 'ended') return;
    this.parserData(data);
    if (this.#received - this.#acknowledged < ACKNOWLEDGED_BYTES) return;
    this.#acknowledged = this.#received;
    this.sendACK(this.#received >>> 0);
  }

  /** The library throws errors of any kind when it cannot read what a client sent. */
  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.end(messageOf(error));
    }
  }
}
