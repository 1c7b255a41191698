import {
  CHUNK_BYTES,
  decodeFrame,
  encodeChunk,
  encodeGone,
  encodeRequest,
  type FileFrame,
  WINDOW_BYTES,
} from './file-frames.ts';

/**
 * Without a chunk for this long, the rest is asked for again: something was lost, or the other side is away. First soon, as
 * what is said while a channel opens is lost; then half as often each time.
 */
const SILENT_MS = { first: 500, usual: 2_000, longest: 8_000 };

type Chunk = Extract<FileFrame, { name: 'chunk' }>;

type FileTransferOptions = {
  /** Rejects, or loses it, where the other side cannot be reached. */
  send: (data: string | ArrayBuffer) => Promise<void>;
  /** So many bytes of a file of the other side are here. */
  onProgress: (id: string, received: number) => void;
  onArrived: (id: string, bytes: Uint8Array<ArrayBuffer>) => void;
  /** The other side no longer has it. */
  onGone: (id: string) => void;
};

/** A file that is wanted. */
type Wanted = {
  id: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The bytes before are here. */
  received: number;
  /** The bytes before have been asked for. */
  asked: number;
};

/**
 * Files between the two pages of a call, over a data channel that may lose what is sent. Whoever wants one asks for a part at
 * a time, so that neither side has to remember what the other one has.
 */
export class FileTransfer {
  readonly #options: FileTransferOptions;
  readonly #offered = new Map<string, Blob>();
  /** One after the other. */
  #wanted: Wanted[] = [];
  #silence: ReturnType<typeof setTimeout> | undefined;
  #silentMs = SILENT_MS.first;
  /** In the order of the requests: what comes out of order is not taken. */
  #answered: Promise<void> = Promise.resolve();

  constructor(options: FileTransferOptions) {
    this.#options = options;
  }

  /** The other side may ask for it from now on. */
  offer(id: string, file: Blob): void {
    this.#offered.set(id, file);
  }

  /** Gets a file of the other side. @param size in bytes */
  want(id: string, size: number): void {
    if (this.#wanted.some((wanted) => wanted.id === id)) return;
    this.#wanted.push({ id, bytes: new Uint8Array(size), received: 0, asked: 0 });
    if (this.#wanted.length === 1) this.#askAgain();
  }

  /** @param data what came over the channel */
  receive(data: string | ArrayBuffer): void {
    const frame = decodeFrame(data);
    if (frame?.name === 'want') {
      const { want, from, to } = frame;
      this.#answered = this.#answered.then(() => this.#answer(want, from, to));
    }
    if (frame?.name === 'gone') this.#drop(frame.id);
    if (frame?.name === 'chunk') this.#take(frame);
  }

  clear(): void {
    clearTimeout(this.#silence);
    this.#offered.clear();
    this.#wanted = [];
  }

  async #answer(id: string, from: number, to: number): Promise<void> {
    // Null for one that has been deleted since, or was a folder.
    const part = await this.#offered
      .get(id)
      ?.slice(from, to)
      .arrayBuffer()
      .catch(() => null);
    if (!part) return this.#send(encodeGone(id));
    const bytes = new Uint8Array(part);
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      await this.#send(encodeChunk(id, from + start, bytes.subarray(start, start + CHUNK_BYTES)));
    }
  }

  #take({ id, offset, bytes }: Chunk): void {
    const [wanted] = this.#wanted;
    // What has been asked for twice comes twice; after a loss, what comes is beyond the gap.
    if (wanted?.id !== id || offset !== wanted.received) return;
    if (bytes.length > wanted.bytes.length - offset) {
      this.#drop(id);
      return;
    }
    wanted.bytes.set(bytes, offset);
    this.#silentMs = SILENT_MS.usual;
    wanted.received += bytes.length;
    if (wanted.received === wanted.bytes.length) {
      this.#next();
      this.#options.onArrived(id, wanted.bytes);
      return;
    }
    this.#options.onProgress(id, wanted.received);
    // The next part is on its way before this one has ended.
    if (wanted.asked - wanted.received <= WINDOW_BYTES / 2) this.#ask(wanted);
    else this.#listen();
  }

  #drop(id: string): void {
    const isFirst = this.#wanted[0]?.id === id;
    if (!this.#wanted.some((wanted) => wanted.id === id)) return;
    this.#wanted = this.#wanted.filter((wanted) => wanted.id !== id);
    if (isFirst) this.#askAgain();
    this.#options.onGone(id);
  }

  #next(): void {
    this.#wanted.shift();
    this.#askAgain();
  }

  /** From what is here: what was asked for may be lost. */
  #askAgain(): void {
    clearTimeout(this.#silence);
    const [wanted] = this.#wanted;
    if (!wanted) return;
    wanted.asked = wanted.received;
    this.#ask(wanted);
  }

  #ask(wanted: Wanted): void {
    const { id, asked: from, received, bytes } = wanted;
    const to = Math.min(bytes.length, received + WINDOW_BYTES);
    this.#listen();
    if (to === from) return;
    wanted.asked = to;
    void this.#send(encodeRequest({ want: id, from, to }));
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#silentMs = Math.min(SILENT_MS.longest, 2 * this.#silentMs);
      this.#askAgain();
    }, this.#silentMs);
  }

  async #send(data: string | ArrayBuffer): Promise<void> {
    // Asked for again, if the other side is still there.
    await this.#options.send(data).catch(() => {});
  }
}
