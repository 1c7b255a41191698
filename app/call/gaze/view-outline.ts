import { wrapDegrees } from '#app/sphere/look/look-store.ts';
import type { Gaze } from './gaze.ts';

const radians = Math.PI / 180;
/** Points of the outline along each side of the view: it is curved on a map. */
const STEPS = 12;

/**
 * The outline of a view on the equirectangular map, as an SVG path in degrees: x to the right from the camera's front, y
 * down from the horizon. It may reach beyond the map's left or right edge, where it goes on at the other one; around a pole
 * it goes along the map's upper or lower edge.
 */
export function viewOutline(view: Pick<Gaze, 'yaw' | 'pitch' | 'fov' | 'aspect'>): string {
  const points: string[] = [];
  let [first, longitude] = [0, 0];
  border(view, (lon, lat) => {
    if (points.length === 0) first = longitude = lon;
    // Without jumps from one edge of the map to the other.
    longitude += wrapDegrees(lon - longitude);
    points.push(`${round(longitude)} ${round(-lat)}`);
  });
  // All the way round: there is a pole inside.
  if (Math.abs(longitude - first) > 180) {
    const edge = view.pitch > 0 ? -90 : 90;
    points.push(`${round(longitude)} ${edge}`, `${round(first)} ${edge}`);
  }
  return `M${points.join('L')}Z`;
}

/** Calls back for each point of the view's border, clockwise from its upper left, which comes again at the end. */
function border(
  { yaw, pitch, fov, aspect }: Pick<Gaze, 'yaw' | 'pitch' | 'fov' | 'aspect'>,
  each: (longitude: number, latitude: number) => void,
): void {
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
      const x = (fromX + (toX - fromX) * part) * high * aspect;
      const y = (fromY + (toY - fromY) * part) * high;
      each(...directionOf(x, y, yaw, pitch));
    }
  }
}

/** Longitude and latitude of a point at (x, y) on a plane at distance 1 in front of a viewer who is turned. */
function directionOf(x: number, y: number, yaw: number, pitch: number): [number, number] {
  const [cos, sin] = [Math.cos(pitch * radians), Math.sin(pitch * radians)];
  const up = y * cos + sin;
  const ahead = cos - y * sin;
  const latitude = Math.atan2(up, Math.hypot(x, ahead)) / radians;
  return [wrapDegrees(yaw + Math.atan2(x, ahead) / radians), latitude];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
