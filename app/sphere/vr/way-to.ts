import type { Quaternion } from './head.ts';

/**
 * The shortest way from the middle of a view to a direction.
 * @param head from the viewer's axes (x right, y up, z back) to those of `to`
 * @param to a direction of length 1
 * @param near distance from the middle, in radians, up to which no way is needed
 * @returns the angle on the view, in radians: 0 right, positive up; null if no way is needed
 */
export function wayTo(
  { x, y, z, w }: Quaternion,
  to: readonly [number, number, number],
  near: number,
): number | null {
  const [toX, toY, toZ] = to;
  // Along the columns of the head's rotation matrix.
  const right = (1 - 2 * (y * y + z * z)) * toX + 2 * (x * y + w * z) * toY + 2 * (x * z - w * y) * toZ;
  const up = 2 * (x * y - w * z) * toX + (1 - 2 * (x * x + z * z)) * toY + 2 * (y * z + w * x) * toZ;
  const back = 2 * (x * z + w * y) * toX + 2 * (y * z - w * x) * toY + (1 - 2 * (x * x + y * y)) * toZ;
  return -back >= Math.cos(near) ? null : Math.atan2(up, right);
}
