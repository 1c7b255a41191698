import type { Direction } from '#app/sphere/look/look-store.ts';
import { vectorOf } from '#app/sphere/rotation.ts';
import type { Place } from './places-store.ts';

/** Less than this, in degrees, counts as ahead, or level. */
const SMALL = 8;
/** A place within this many degrees of the middle of the view counts as looked at. */
const NEAR = 20;

type Word = 'ahead' | 'left' | 'right' | 'up' | 'down';

/** A direction in words, such as '90° to the right, 20° up', from the camera's front. */
export function directionInWords(
  { yaw, pitch }: Direction,
  word: (name: Word, degrees: number) => string,
): string {
  const words: string[] = [];
  if (Math.abs(yaw) > SMALL) words.push(word(yaw > 0 ? 'right' : 'left', Math.round(Math.abs(yaw))));
  if (Math.abs(pitch) > SMALL) words.push(word(pitch > 0 ? 'up' : 'down', Math.round(Math.abs(pitch))));
  return words.length > 0 ? words.join(', ') : word('ahead', 0);
}

/** The place that a viewer looks at, if any. */
export function placeAhead(look: Direction, places: readonly Place[]): Place | null {
  const [nearest] = places
    .map((place) => ({ place, away: degreesBetween(look, place) }))
    .sort((one, other) => one.away - other.away);
  return nearest && nearest.away <= NEAR ? nearest.place : null;
}

function degreesBetween(one: Direction, other: Direction): number {
  const [x, y, z] = vectorOf(one);
  const [u, v, w] = vectorOf(other);
  return (Math.acos(Math.min(1, Math.max(-1, x * u + y * v + z * w))) * 180) / Math.PI;
}
