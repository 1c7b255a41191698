import type { State } from './state.ts';

/** The sandbox's clock: the machine's, moved ahead by tests. */
export class Clock {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** In s since 1970. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.#state.ahead;
  }

  /** @param seconds not negative: past events stay in the past */
  advance(seconds: number): void {
    this.#state.ahead += seconds;
  }
}

/** E.g. `2026-11-22T10:00:00.000Z`, as version 2 of the API writes times. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
