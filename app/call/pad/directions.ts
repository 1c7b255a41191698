import type { RequestData } from '#protocol/messages.ts';

export type Direction = RequestData<'padChannel'>['direction'];

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies readonly Direction[];

/** The other direction of the same axis: of the two, only one is held. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};
