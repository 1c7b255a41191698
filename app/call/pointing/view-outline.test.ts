import { describe, expect, it } from 'vitest';
import { rotation } from '#app/sphere/rotation.ts';
import { viewOutline } from './view-outline.ts';

function pointsOf(path: string): [number, number][] {
  return path
    .slice(1, -1)
    .split('L')
    .map((point) => {
      const [x = Number.NaN, y = Number.NaN] = point.split(' ').map(Number);
      return [x, y];
    });
}

const UPRIGHT = rotation({ yaw: 0, pitch: 0, roll: 0 });
const view = { yaw: 0, pitch: 0, fov: 60, aspect: 1 };
const extent = (points: [number, number][]) => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  bottom: Math.max(...points.map(([, y]) => y)),
});

describe('The outline of a view', () => {
  it('straight ahead is as wide and high as the view in its middle', () => {
    const { left, right, top, bottom } = extent(pointsOf(viewOutline(view, UPRIGHT)));
    expect(left).toBeCloseTo(-30, 0);
    expect(right).toBeCloseTo(30, 0);
    expect(top).toBeCloseTo(-30, 0);
    expect(bottom).toBeCloseTo(30, 0);
  });

  it('is wider for a wider view', () => {
    const { right, bottom } = extent(pointsOf(viewOutline({ ...view, aspect: 2 }, UPRIGHT)));
    expect(right).toBeCloseTo((Math.atan(2 * Math.tan(Math.PI / 6)) * 180) / Math.PI, 0);
    expect(bottom).toBeCloseTo(30, 0);
  });

  it("follows the viewer's yaw and pitch, with up as up", () => {
    const points = pointsOf(viewOutline({ ...view, yaw: 90, pitch: 20 }, UPRIGHT));
    const { left, right, top, bottom } = extent(points);
    expect((left + right) / 2).toBeCloseTo(90, 0);
    expect(top).toBeCloseTo(-50, 0);
    expect(bottom).toBeGreaterThan(5);
  });

  it('has no jump at the back', () => {
    const points = pointsOf(viewOutline({ ...view, yaw: 175 }, UPRIGHT));
    for (const [index, [x]] of points.entries())
      expect(Math.abs(x - (points[index - 1]?.[0] ?? x))).toBeLessThan(15);
    const { left, right } = extent(points);
    expect([left, right].map((edge) => Math.round(edge))).toEqual([145, 205]);
  });

  it.each([
    { pitch: 85, edge: -90 },
    { pitch: -85, edge: 90 },
  ])('follows the edge of the map around a pole: $pitch', ({ pitch, edge }) => {
    const points = pointsOf(viewOutline({ ...view, yaw: 40, pitch }, UPRIGHT));
    expect(points.filter(([, y]) => y === edge)).toHaveLength(2);
    const { left, right } = extent(points);
    expect(right - left).toBeCloseTo(360, 0);
  });

  it('is placed where the picture of a turned camera shows it', () => {
    const turned = extent(pointsOf(viewOutline(view, rotation({ yaw: 90, pitch: 0, roll: 0 }))));
    expect((turned.left + turned.right) / 2).toBeCloseTo(90, 0);
    const tilted = extent(pointsOf(viewOutline(view, rotation({ yaw: 0, pitch: 20, roll: 0 }))));
    expect(tilted.top).toBeCloseTo(-50, 0);
    // Directions above this viewer's front surround the pole of the picture.
    const raised = pointsOf(viewOutline({ ...view, pitch: 60 }, rotation({ yaw: 0, pitch: 25, roll: 0 })));
    expect(raised.filter(([, y]) => y === -90)).toHaveLength(2);
  });
});
