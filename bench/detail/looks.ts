import type { Direction } from '#app/sphere/look/look-store.ts';

/** A rest, or a turn from one direction to another; in seconds. */
type Part = { from: number; to: number; start: Direction; end: Direction };

const RESTS = { seconds: [1, 4], pitch: [-12, 12] } as const;
const TURNS = { seconds: [0.3, 0.8], degrees: [30, 90] } as const;

/**
 * Directions of a viewer who rests and turns at random, the same ones for the same seed. Turns begin and end smoothly
 * (3t² − 2t³), so they are fastest in the middle, as turns of a head are.
 */
export class Looks {
  readonly #parts: Part[] = [];

  constructor(seed: number, seconds: number) {
    const random = randomFrom(seed);
    const between = ([least, most]: readonly [number, number]) => least + (most - least) * random();
    let at = 0;
    let start: Direction = { yaw: 0, pitch: 0 };
    const add = (seconds: number, end: Direction) => {
      this.#parts.push({ from: at, to: at + seconds, start, end });
      at += seconds;
      start = end;
    };
    while (at < seconds) {
      add(between(RESTS.seconds), start);
      const turn = between(TURNS.degrees) * (random() < 0.5 ? -1 : 1);
      add(between(TURNS.seconds), { yaw: start.yaw + turn, pitch: between(RESTS.pitch) });
    }
  }

  /** In degrees; the yaw keeps counting beyond 180. */
  at(seconds: number): Direction {
    const { from, to, start, end } = this.#partAt(seconds);
    const done = Math.min(1, Math.max(0, (seconds - from) / (to - from)));
    const share = done * done * (3 - 2 * done);
    const along = (name: keyof Direction) => start[name] + (end[name] - start[name]) * share;
    return { yaw: along('yaw'), pitch: along('pitch') };
  }

  /** For how many seconds the viewer has rested; null in a turn. */
  restedFor(seconds: number): number | null {
    const { from, start, end } = this.#partAt(seconds);
    return start === end ? seconds - from : null;
  }

  #partAt(seconds: number): Part {
    const part = this.#parts.find(({ to }) => seconds < to) ?? this.#parts.at(-1);
    if (!part) throw new Error('There are no looks');
    return part;
  }
}

/** Mulberry32 by Tommy Ettinger (public domain). @returns a function that returns numbers from 0 to below 1 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
