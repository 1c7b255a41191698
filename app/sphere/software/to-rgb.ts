import { type FrameColour, yuvToRgb } from './colour.ts';

/** One, in fixed-point numbers with 16 fractional bits. */
const ONE = 65_536;

/**
 * Integers that convert Y, U and V, each 0 to 65,280, to red, green and blue in fixed point: red is `ry * y + ru * u +
 * rv * v + r0`. Fields are read faster than elements.
 */
export type ToRgb = Readonly<
  Record<'ry' | 'ru' | 'rv' | 'r0' | 'gy' | 'gu' | 'gv' | 'g0' | 'by' | 'bu' | 'bv' | 'b0', number>
>;

/** Conversion for `rgba` and `bgra`, whose first three bytes take the places of Y, U and V. */
export const fromRgba: ToRgb = {
  ...{ ry: ONE / 256, ru: 0, rv: 0, r0: ONE / 2 },
  ...{ gy: 0, gu: ONE / 256, gv: 0, g0: ONE / 2 },
  ...{ by: 0, bu: 0, bv: ONE / 256, b0: ONE / 2 },
};
export const fromBgra: ToRgb = { ...fromRgba, ry: 0, rv: ONE / 256, by: ONE / 256, bv: 0 };

export function toRgb(colour: FrameColour): ToRgb {
  const values = yuvToRgb(colour).map((value, index) =>
    // Y, U and V are 256 times as large as stored. The half rounds.
    Math.round(index % 4 === 3 ? (value * 255 + 0.5) * ONE : (value * ONE) / 256),
  );
  const [ry = 0, ru = 0, rv = 0, r0 = 0, gy = 0, gu = 0, gv = 0, g0 = 0, by = 0, bu = 0, bv = 0, b0 = 0] =
    values;
  return { ry, ru, rv, r0, gy, gu, gv, g0, by, bu, bv, b0 };
}

/** Packs a colour for `ImageData` on a little-endian machine, as all machines with browsers are. */
export function toPixel(red: number, green: number, blue: number): number {
  return 0xff000000 | (clampByte(blue) << 16) | (clampByte(green) << 8) | clampByte(red);
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
