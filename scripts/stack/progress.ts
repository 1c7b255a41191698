/** Faster steps are not reported. */
const NOTICEABLE_MS = 1_000;
/** Interval of progress lines while a step is running. */
const REMINDER_MS = 15_000;

type Say = (line: string) => void;

/**
 * Reports which of several steps is running, and for how long, once it takes noticeable time. Steps with
 * nothing to do print nothing.
 */
export class Progress {
  readonly #titles: readonly string[];
  readonly #say: Say;

  /** @param titles of all steps, in order */
  constructor(titles: readonly string[], say: Say) {
    this.#titles = titles;
    this.#say = say;
  }

  /**
   * Runs one of the steps.
   * @param work receives a function that prints a line about the step
   */
  async step<T>(title: string, work: (say: Say) => Promise<T>): Promise<T> {
    const heading = `[${this.#titles.indexOf(title) + 1}/${this.#titles.length}] ${title}`;
    const start = performance.now();
    const elapsed = () => duration(performance.now() - start);
    let announced = false;
    const announce = () => {
      if (!announced) this.#say(heading);
      announced = true;
    };
    const first = setTimeout(announce, NOTICEABLE_MS);
    const reminder = setInterval(() => this.#say(`${heading}: ${elapsed()} so far`), REMINDER_MS);
    try {
      const result = await work((line) => {
        announce();
        this.#say(line);
      });
      if (announced) this.#say(`${heading}: done in ${elapsed()}`);
      return result;
    } finally {
      clearTimeout(first);
      clearInterval(reminder);
    }
  }
}

/** E.g. `45 s` or `4 min 5 s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
