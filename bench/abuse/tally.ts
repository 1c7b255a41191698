/** Counts results by name, and collects failures. */
export class Tally {
  readonly #results = new Map<string, number>();
  readonly failures: string[] = [];

  count(result: string | number, times = 1): void {
    this.#results.set(String(result), (this.#results.get(String(result)) ?? 0) + times);
  }

  fail(what: string): void {
    this.failures.push(what);
  }

  /** The counts, largest first: `200 × 120, 404 × 3`. */
  toString(): string {
    return [...this.#results]
      .toSorted(([, one], [, other]) => other - one)
      .map(([result, times]) => `${result} × ${times}`)
      .join(', ');
  }
}
