import { claim, openFolder, removeLater, removeRecording } from './recordings.ts';

/** Sent to the worker, which answers with the id, and with the name of an error. */
export type FileRequest = { id: number } & (
  | { act: 'open'; name: string }
  | { act: 'write'; data: Uint8Array<ArrayBuffer>; position: number }
  | { act: 'close' }
);
export type FileAnswer = { id: number; problem: string | null };
type Act = FileRequest extends infer R ? (R extends FileRequest ? Omit<R, 'id'> : never) : never;

/** Limit in memory, in browsers without disk storage: about an hour of the lowest quality. */
const MOST_BYTES = 2 ** 29;

/** A file that is written piece by piece. */
export interface RecordingFile {
  /** Rejects with a QuotaExceededError if there is no space left. @param position in bytes */
  write(data: Uint8Array<ArrayBuffer>, position: number): Promise<void>;
  /** @returns what has been written */
  close(): Promise<Blob>;
  /** Closes and deletes the file. */
  discard(): Promise<void>;
}

export async function openRecordingFile(name: string): Promise<RecordingFile> {
  try {
    return await DiskFile.open(name);
  } catch (error) {
    if (error instanceof DOMException) return new MemoryFile();
    throw error;
  }
}

class DiskFile implements RecordingFile {
  readonly #name: string;
  readonly #release: () => void;
  readonly #worker = new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, (problem: string | null) => void>();
  #lastId = 0;

  private constructor(name: string, release: () => void) {
    this.#name = name;
    this.#release = release;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => {
      this.#waiting.get(data.id)?.(data.problem);
      this.#waiting.delete(data.id);
    });
    this.#worker.addEventListener('error', () => {
      for (const answer of this.#waiting.values()) answer('UnknownError');
    });
  }

  static async open(name: string): Promise<DiskFile> {
    await openFolder();
    const file = new DiskFile(name, await claim(name));
    try {
      await file.#ask({ act: 'open', name });
      return file;
    } catch (error) {
      file.#end();
      throw error;
    }
  }

  write(data: Uint8Array<ArrayBuffer>, position: number): Promise<void> {
    return this.#ask({ act: 'write', data, position });
  }

  async close(): Promise<Blob> {
    await this.#ask({ act: 'close' });
    this.#worker.terminate();
    removeLater(this.#name, this.#release);
    const folder = await openFolder();
    return (await folder.getFileHandle(this.#name)).getFile();
  }

  async discard(): Promise<void> {
    await this.#ask({ act: 'close' });
    await removeRecording(this.#name);
    this.#end();
  }

  #end(): void {
    this.#worker.terminate();
    this.#release();
  }

  #ask(act: Act): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (problem) =>
        problem === null ? resolve() : reject(new DOMException('The recording cannot be written', problem)),
      );
      this.#worker.postMessage({ id, ...act } satisfies FileRequest);
    });
  }
}

/** A file in memory, which is only ever appended to. */
class MemoryFile implements RecordingFile {
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #size = 0;

  async write(data: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.#size + data.length > MOST_BYTES) throw new DOMException('Too long', 'QuotaExceededError');
    this.#parts.push(data);
    this.#size += data.length;
  }

  async close(): Promise<Blob> {
    return new Blob(this.#parts, { type: 'video/mp4' });
  }

  async discard(): Promise<void> {
    this.#parts = [];
  }
}
