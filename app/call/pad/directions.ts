import type { Direction } from '#protocol/relayed.ts';

export type { Direction, Spoken } from '#protocol/relayed.ts';

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies readonly Direction[];

/** How long a spoken direction lasts. */
export const SPOKEN_MS = 6_000;

/** The other direction of the same axis: only one of the two can be held. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};
