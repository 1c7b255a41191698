/** Closes what was opened, in reverse order, however the run ends. */
export class Cleanup {
  readonly #closers: (() => unknown)[] = [];

  add(close: () => unknown): void {
    this.#closers.push(close);
  }

  async run(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        console.error(error);
      }
    }
  }
}
