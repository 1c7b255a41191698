import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type State, stateSchema } from './state.ts';

export function emptyState(): State {
  return stateSchema.parse({ salt: randomBytes(16).toString('hex') });
}

/** Keeps the state in a file, so that saved cards and accounts outlive a restart. */
export class Journal {
  readonly #folder: string | null;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param folder null keeps nothing */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  get #file(): string {
    return join(this.#folder ?? '', 'state.json');
  }

  /** Loads the state of the last run. An unreadable file is moved aside, and the sandbox starts empty. */
  async load(report: (line: string) => void): Promise<State> {
    if (this.#folder === null) return emptyState();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const text = await readFile(this.#file, 'utf8').catch(() => null);
    if (text === null) return emptyState();
    try {
      return stateSchema.parse(JSON.parse(text));
    } catch {
      const aside = `${this.#file}.unreadable`;
      await rename(this.#file, aside);
      report(`The payment sandbox starts empty: its state could not be read, and is now ${aside}.`);
      return emptyState();
    }
  }

  /** Resolves once the file holds the current state. Calls during a write share the next one. */
  save(state: State): Promise<void> {
    if (this.#folder === null) return this.#writing;
    const write = () => {
      this.#next = undefined;
      this.#writing = this.#write(JSON.stringify(state));
      return this.#writing;
    };
    this.#next ??= this.#writing.then(write, write);
    return this.#next;
  }

  /** Writes atomically: a crash leaves the old file or the new one. */
  async #write(text: string): Promise<void> {
    await writeFile(`${this.#file}.new`, text, { mode: 0o600 });
    await rename(`${this.#file}.new`, this.#file);
  }
}
