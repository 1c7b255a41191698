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
 * Without a chunk for this long, the rest is requested again: frames were lost, or the other side is away. The first
 * interval is short, because frames sent while a channel opens are lost; later ones double.
 */
const SILENT_MS = { first: 500, usual: 2_000, longest: 8_000 };

type Chunk = Extract<FileFrame, { name: 'chunk' }>;

type FileTransferOptions = {
  /** Rejects, or loses the data, if the other side cannot be reached. */
  send: (data: string | ArrayBuffer) => Promise<void>;
  /** Reports the bytes received so far of a file of the other side. */
  onProgress: (id: string, received: number) => void;
  /** @param parts the file's bytes, in order */
  onArrived: (id: string, parts: Uint8Array<ArrayBuffer>[]) => void;
  /** The other side no longer has the file. */
  onGone: (id: string) => void;
};

/** A file being fetched. */
type Wanted = {
  id: string;
  /** In bytes, as announced: memory is taken only for what has arrived. */
  size: number;
  parts: Uint8Array<ArrayBuffer>[];
  /** All bytes before this offset have been received. */
  received: number;
  /** All bytes before this offset have been requested. */
  asked: number;
};

/**
 * Transfers files between the two pages of a call, over a data channel that may lose frames. The receiver requests one
 * part at a time, so that neither side has to remember the other's state.
 */
export class FileTransfer {
  readonly #options: FileTransferOptions;
  readonly #offered = new Map<string, Blob>();
  /** Fetched one after the other. */
  #wanted: Wanted[] = [];
  #silence: ReturnType<typeof setTimeout> | undefined;
  #silentMs = SILENT_MS.first;
  /** Answers in the order of the requests: the receiver rejects chunks out of order. */
  #answered: Promise<void> = Promise.resolve();

  constructor(options: FileTransferOptions) {
    this.#options = options;
  }

  /** Lets the other side request the file. */
  offer(id: string, file: Blob): void {
    this.#offered.set(id, file);
  }

  /** Fetches a file of the other side. @param size in bytes */
  want(id: string, size: number): void {
    if (this.#wanted.some((wanted) => wanted.id === id)) return;
    this.#wanted.push({ id, size, parts: [], received: 0, asked: 0 });
    if (this.#wanted.length === 1) this.#askAgain();
  }

  /** @param data received over the channel */
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
    // Null if the file has been deleted since, or is a folder.
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
    // Repeated requests yield duplicates; after a loss, chunks lie beyond the gap.
    if (wanted?.id !== id || offset !== wanted.received) return;
    // Chunks are full but for the last one: each takes memory of its own, so tiny ones would take many times the size.
    if (bytes.length !== Math.min(CHUNK_BYTES, wanted.size - offset)) {
      this.#drop(id);
      return;
    }
    wanted.parts.push(bytes);
    this.#silentMs = SILENT_MS.usual;
    wanted.received += bytes.length;
    if (wanted.received === wanted.size) {
      this.#next();
      this.#options.onArrived(id, wanted.parts);
      return;
    }
    this.#options.onProgress(id, wanted.received);
    // Requests the next part before this one has ended.
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

  /** Requests from the first missing byte: chunks in flight may be lost. */
  #askAgain(): void {
    clearTimeout(this.#silence);
    const [wanted] = this.#wanted;
    if (!wanted) return;
    wanted.asked = wanted.received;
    this.#ask(wanted);
  }

  #ask(wanted: Wanted): void {
    const { id, asked: from, received, size } = wanted;
    const to = Math.min(size, received + WINDOW_BYTES);
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
    // It is requested again, if the other side is still there.
    await this.#options.send(data).catch(() => {});
  }
}
