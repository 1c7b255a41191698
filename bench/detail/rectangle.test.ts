import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf, RECTANGLE, Rectangle } from './rectangle.ts';

const WIDTH = 3840;
const still = { yaw: 0, pitch: 0 };

it('lies in the picture around the look, on whole blocks', () => {
  const looks = fc.record({
    yaw: fc.double({ min: -720, max: 720, noNaN: true }),
    pitch: fc.integer({ min: -90, max: 90 }),
  });
  fc.assert(
    fc.property(looks, (look) => {
      const rectangle = new Rectangle();
      rectangle.follow(look, still);
      const { x, y } = rectangle.placeIn(WIDTH);
      expect([x % 16, y % 16]).toEqual([0, 0]);
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThan(WIDTH);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(WIDTH / 2 - RECTANGLE.height);
      const middle = x + RECTANGLE.width / 2;
      const away = middle - ((look.yaw + 180) * WIDTH) / 360;
      expect(Math.abs(away - WIDTH * Math.round(away / WIDTH))).toBeLessThanOrEqual(8 + (1.5 * WIDTH) / 360);
    }),
  );
});

it('stays while the look moves a little, and is ahead of a turn', () => {
  const rectangle = new Rectangle();
  rectangle.follow({ yaw: 1.4, pitch: -1.4 }, still);
  expect(rectangle.placeIn(WIDTH)).toEqual({ x: 1280, y: 480 });
  rectangle.follow({ yaw: 1.6, pitch: 0 }, still);
  expect(rectangle.placeIn(WIDTH)).toEqual({ x: 1296, y: 480 });
  rectangle.follow({ yaw: 0, pitch: 0 }, { yaw: 60, pitch: 0 });
  expect(rectangle.placeIn(WIDTH).x).toBe(1280 + 64);
  rectangle.follow({ yaw: 0, pitch: 0 }, { yaw: -900, pitch: 0 });
  expect(rectangle.placeIn(WIDTH).x).toBe(1280 - 272);
});

it('keeps each pixel of the picture at one place of the frame', () => {
  fc.assert(
    fc.property(fc.nat(3840), (start) => {
      const parts = partsOf(start, RECTANGLE.width);
      const places = parts.flatMap(({ from, size }) => [
        from % RECTANGLE.width,
        (from + size - 1) % RECTANGLE.width,
      ]);
      expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(RECTANGLE.width);
      // In the frame, no part goes beyond its edge.
      for (const [index, { size }] of parts.entries())
        expect(places[2 * index + 1]).toBe((places[2 * index] ?? 0) + size - 1);
      expect(parts[0]?.from).toBe(start);
      expect(parts.at(-1)).toEqual(
        expect.objectContaining({ size: start % RECTANGLE.width || RECTANGLE.width }),
      );
    }),
  );
});
