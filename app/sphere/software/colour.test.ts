import { describe, expect, test } from 'vitest';
import { type FrameColour, yuvToRgb } from './colour.ts';

function convert(colour: FrameColour, stored: readonly [number, number, number]): number[] {
  const matrix = yuvToRgb(colour);
  const [y, u, v] = stored;
  const row = (index: number) =>
    [y / 255, u / 255, v / 255, 1].reduce(
      (sum, value, column) => sum + value * (matrix[4 * index + column] ?? 0),
      0,
    );
  // Adding 0 turns -0 into 0.
  return [row(0), row(1), row(2)].map((value) => Math.round(value * 255) + 0);
}

describe('limited range', () => {
  test.each(['bt709', 'smpte170m', 'bt470bg', 'bt2020-ncl', null])(
    '%s keeps black, grey and white',
    (matrix) => {
      expect(convert({ matrix, fullRange: false }, [16, 128, 128])).toEqual([0, 0, 0]);
      expect(convert({ matrix, fullRange: false }, [126, 128, 128])).toEqual([128, 128, 128]);
      expect(convert({ matrix, fullRange: false }, [235, 128, 128])).toEqual([255, 255, 255]);
    },
  );
});

test('full range uses all levels', () => {
  expect(convert({ matrix: 'smpte170m', fullRange: true }, [0, 128, 128])).toEqual([0, 0, 0]);
  expect(convert({ matrix: 'smpte170m', fullRange: true }, [255, 128, 128])).toEqual([255, 255, 255]);
});

/** 75 % colour bars, as produced by test generators for SD and HD. */
test.each([
  { matrix: 'smpte170m', stored: [112, 72, 58], colour: 'green' },
  { matrix: 'bt709', stored: [134, 63, 52], colour: 'green' },
  { matrix: null, stored: [134, 63, 52], colour: 'green' },
  { matrix: 'smpte170m', stored: [65, 100, 212], colour: 'red' },
  { matrix: 'bt709', stored: [51, 109, 212], colour: 'red' },
] as const)('$matrix $colour', ({ matrix, stored, colour }) => {
  const pure = colour === 'green' ? [0, 191, 0] : [191, 0, 0];
  for (const [index, value] of convert({ matrix, fullRange: false }, stored).entries())
    expect(Math.abs(value - (pure[index] ?? 0))).toBeLessThanOrEqual(2);
});
