import type { Direction } from '#protocol/relayed.ts';

export type { Direction, Spoken } from '#protocol/relayed.ts';

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies readonly Direction[];

/** A spoken direction lasts this long. */
export const SPOKEN_MS = 6_000;

/** The other direction of the same axis: of the two, only one is held. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};
