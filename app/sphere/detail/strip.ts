import { BLOCK } from './rectangle.ts';

/** Levels of luma. */
const [BLACK, WHITE, MIDDLE] = [16, 235, 126];

/** A picture's luma. `stride` and `step`: bytes from a row, and from a pixel, to the next; `step` is usually 1. */
export type Luma = { data: Uint8Array; width: number; height: number; stride: number; step?: number };

/** A whole number, and the number of bits that it takes. */
export type Field = readonly [value: number, bits: number];

export const CHECK_BITS = 8;
/** CRC-8: the polynomial x⁸ + x² + x + 1 (without x⁸), begun with ones, so that an empty strip does not fit. */
export const [CHECK_BEGIN, CHECK_POLYNOMIAL] = [0xff, 0x07] as const;

/** Bits of the place in a frame of detail: left and top edge of the rectangle in the picture, in blocks. */
export const PLACE_BITS = [12, 12] as const;

/**
 * Paints numbers and their checksum over the rows from `top`, as black and white blocks from the left, where `step` is
 * 1.
 * @param block width and height of a block, in pixels
 */
export function paintStrip(luma: Luma, top: number, fields: readonly Field[], block = BLOCK): void {
  let sum: number = CHECK_BEGIN;
  let index = 0;
  for (const [value, bits] of fields)
    for (let place = bits - 1; place >= 0; place--) {
      const bit = (value >> place) & 1;
      sum = addBit(sum, bit);
      paintBlock(luma, top, index++, bit, block);
    }
  for (let place = CHECK_BITS - 1; place >= 0; place--)
    paintBlock(luma, top, index++, (sum >> place) & 1, block);
}

function paintBlock({ data, stride }: Luma, top: number, index: number, bit: number, block: number): void {
  const left = top * stride + index * block;
  for (let row = 0; row < block; row++)
    data.fill(bit ? WHITE : BLACK, left + row * stride, left + row * stride + block);
}

/** Reads numbers of so many bits each. Null if the checksum does not fit. */
export function readStrip(
  luma: Luma,
  top: number,
  fields: readonly number[],
  block = BLOCK,
): number[] | null {
  let sum: number = CHECK_BEGIN;
  let index = 0;
  const values = fields.map((bits) => {
    let value = 0;
    for (let place = 0; place < bits; place++) {
      const bit = readBlock(luma, top, index++, block);
      sum = addBit(sum, bit);
      value = 2 * value + bit;
    }
    return value;
  });
  for (let place = CHECK_BITS - 1; place >= 0; place--)
    if (readBlock(luma, top, index++, block) !== ((sum >> place) & 1)) return null;
  return values;
}

/** By the mean of the inner half of a block, whose size may be a fraction. */
function readBlock({ data, stride, step = 1 }: Luma, top: number, index: number, block: number): number {
  let sum = 0;
  let count = 0;
  const left = index * block;
  for (let row = Math.ceil(top + block / 4); row < top + (3 * block) / 4; row++)
    for (let column = Math.ceil(left + block / 4); column < left + (3 * block) / 4; column++, count++)
      sum += data[row * stride + column * step] ?? 0;
  return Number(sum / count > MIDDLE);
}

function addBit(sum: number, bit: number): number {
  const carry = (sum >> 7) ^ bit;
  return ((sum << 1) & 0xff) ^ (carry ? CHECK_POLYNOMIAL : 0);
}
