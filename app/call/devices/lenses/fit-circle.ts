export type Point = { x: number; y: number };
export type Circle = Point & { radius: number };

/** Each tries the circle through three points. */
const ATTEMPTS = 600;
/** Maximum distance of a point from the circle it belongs to, as a share of the radius: first and final. */
const NEAR = 0.03;
const NEARER = 0.012;

/**
 * The circle that most points lie on, with hardly any point outside it: RANSAC, then least squares. Deterministic. Null
 * if no circle passes `isUsual`.
 */
export function fitCircle(points: readonly Point[], isUsual: (circle: Circle) => boolean): Circle | null {
  let best: Circle | null = null;
  let most = Number.NEGATIVE_INFINITY;
  const pick = picker(points);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const circle = circleThrough([pick(), pick(), pick()]);
    if (!circle || !isUsual(circle)) continue;
    const score = points.reduce((sum, point) => sum + worth(distance(circle, point)), 0);
    if (score > most) [best, most] = [circle, score];
  }
  for (const near of [NEAR, NEARER, NEARER]) best = best && circleThrough(pointsNear(best, points, near));
  return best && isUsual(best) ? best : null;
}

export function isOn(circle: Circle, point: Point): boolean {
  return Math.abs(distance(circle, point)) < NEARER;
}

function pointsNear(circle: Circle, points: readonly Point[], near: number): Point[] {
  return points.filter((point) => Math.abs(distance(circle, point)) < near);
}

/** Points outside count against a circle, points inside do not. */
function worth(away: number): number {
  if (Math.abs(away) < NEAR) return 1;
  return away > 0 ? -1 : 0;
}

/** In radii, positive outside. */
function distance({ x, y, radius }: Circle, point: Point): number {
  return Math.hypot(point.x - x, point.y - y) / radius - 1;
}

/** Picks points pseudo-randomly, but the same ones each time: the minimal standard generator of Park and Miller. */
function picker(points: readonly Point[]): () => Point {
  let seed = 1;
  return () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return points[seed % points.length] ?? { x: 0, y: 0 };
  };
}

/** The least-squares circle through points, by the method of Kåsa (1976); null if they are collinear. */
function circleThrough(points: readonly Point[]): Circle | null {
  const count = points.length;
  const middle = { x: 0, y: 0 };
  for (const { x, y } of points) {
    middle.x += x / count;
    middle.y += y / count;
  }
  let [xx, xy, yy, xr, yr] = [0, 0, 0, 0, 0];
  for (const point of points) {
    const [x, y] = [point.x - middle.x, point.y - middle.y];
    const square = x * x + y * y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xr += (x * square) / 2;
    yr += (y * square) / 2;
  }
  const determinant = xx * yy - xy * xy;
  if (count < 3 || determinant < 1e-6) return null;
  const [x, y] = [(xr * yy - yr * xy) / determinant, (yr * xx - xr * xy) / determinant];
  return { x: middle.x + x, y: middle.y + y, radius: Math.sqrt(x * x + y * y + (xx + yy) / count) };
}
