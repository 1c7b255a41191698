import type { RequestData } from '#protocol/messages.ts';

export type Direction = RequestData<'padChannel'>['direction'];

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const satisfies readonly Direction[];

/** What a guest has said; `stop` ends the direction before. */
export type Spoken = RequestData<'voiceDirection'>['direction'];

/** A spoken direction lasts this long. */
export const SPOKEN_MS = 6_000;

/** The other direction of the same axis: of the two, only one is held. */
export const OPPOSITE: Readonly<Record<Direction, Direction>> = {
  up: 'down',
  down: 'up',
  left: 'right',
  right: 'left',
};
