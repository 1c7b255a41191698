import { wrapDegrees } from '#app/sphere/look/look-store.ts';
import { directionOf, type Rotate, rotation } from '#app/sphere/rotation.ts';
import type { Gaze } from './gaze-message.ts';

const radians = Math.PI / 180;
/** Points along each side of the view, whose outline is curved on a map. */
const STEPS = 12;

type View = Pick<Gaze, 'yaw' | 'pitch' | 'fov' | 'aspect'>;

/**
 * The outline of a view on the equirectangular map, as an SVG path in degrees: x to the right from its middle, y down.
 * It may reach beyond the map's left or right edge, where it continues at the other one; around a pole it follows the
 * map's upper or lower edge.
 */
export function viewOutline(view: View, toPicture: Rotate): string {
  const look = rotation({ ...view, roll: 0 });
  const inPicture: Rotate = (x, y, z) => toPicture(...look(x, y, z));
  const points: string[] = [];
  let [first, longitude] = [0, 0];
  border(view, (x, y) => {
    const { yaw: lon, pitch: lat } = directionOf(inPicture(x, y, -1));
    if (points.length === 0) first = longitude = lon;
    // Without jumps from one edge of the map to the other.
    longitude += wrapDegrees(lon - longitude);
    points.push(`${round(longitude)} ${round(-lat)}`);
  });
  // The outline surrounds a pole.
  if (Math.abs(longitude - first) > 180) {
    const edge = directionOf(inPicture(0, 0, -1)).pitch > 0 ? -90 : 90;
    points.push(`${round(longitude)} ${edge}`, `${round(first)} ${edge}`);
  }
  return `M${points.join('L')}Z`;
}

/**
 * Calls back for each point of the view's border, on a plane at distance 1 in front of the viewer: clockwise from its
 * upper left, which is repeated at the end.
 */
function border({ fov, aspect }: View, each: (x: number, y: number) => void): void {
  const high = Math.tan((fov / 2) * radians);
  const corners = [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ] as const;
  for (const [index, [toX, toY]] of corners.entries()) {
    const [fromX, fromY] = corners[Math.max(0, index - 1)] ?? [toX, toY];
    for (let step = index === 0 ? STEPS : 1; step <= STEPS; step++) {
      const part = step / STEPS;
      each((fromX + (toX - fromX) * part) * high * aspect, (fromY + (toY - fromY) * part) * high);
    }
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
