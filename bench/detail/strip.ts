/** Width and height of a block, in pixels: one macroblock of H.264, so that its edges stay sharp. */
export const BLOCK = 16;
/** Levels of luma. */
const [BLACK, WHITE, MIDDLE] = [16, 235, 126];

/** One plane of a picture's luma. */
export type Luma = { data: Uint8Array; width: number; height: number; stride: number };

/** What a frame says of itself: its number in the film, and where its rectangle begins in the camera's picture. */
export type Strip = { number: number; x: number; y: number };

const FIELDS = [
  ['number', 8],
  ['x', 12],
  ['y', 12],
] as const;
const CHECK_BITS = 8;
const BITS = FIELDS.reduce((sum, [, bits]) => sum + bits, CHECK_BITS);

/**
 * Paints black and white blocks over the rows from `top`.
 * @param strip `x` and `y` are multiples of 16
 * @param block width and height of a block, in pixels
 */
export function paintStrip({ data, stride }: Luma, top: number, strip: Strip, block = BLOCK): void {
  const inBlocks = { ...strip, x: strip.x / BLOCK, y: strip.y / BLOCK };
  const bits = FIELDS.flatMap(([name, count]) => bitsOf(inBlocks[name], count));
  for (const [index, bit] of [...bits, ...bitsOf(checksum(bits), CHECK_BITS)].entries()) {
    const left = top * stride + index * block;
    for (let row = 0; row < block; row++)
      data.fill(bit ? WHITE : BLACK, left + row * stride, left + row * stride + block);
  }
}

/** Null if the checksum does not fit. */
export function readStrip({ data, stride }: Luma, top: number, block = BLOCK): Strip | null {
  const bits = Array.from({ length: BITS }, (_, index) =>
    Number(meanOf(data, stride, top, index * block, block) > MIDDLE),
  );
  const said = bits.slice(0, -CHECK_BITS);
  if (numberOf(bits.slice(-CHECK_BITS)) !== checksum(said)) return null;
  let at = 0;
  const [number = 0, x = 0, y = 0] = FIELDS.map(([, count]) => {
    at += count;
    return numberOf(said.slice(at - count, at));
  });
  return { number, x: x * BLOCK, y: y * BLOCK };
}

/** Mean of the inner half of a block, whose size may be a fraction. */
function meanOf(data: Uint8Array, stride: number, top: number, left: number, block: number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.ceil(top + block / 4); row < top + (3 * block) / 4; row++)
    for (let column = Math.ceil(left + block / 4); column < left + (3 * block) / 4; column++, count++)
      sum += data[row * stride + column] ?? 0;
  return sum / count;
}

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);

const numberOf = (bits: readonly number[]): number => bits.reduce((value, bit) => 2 * value + bit, 0);

/** CRC-8 with the polynomial x⁸ + x² + x + 1, begun with ones, so that an empty strip does not fit. */
function checksum(bits: readonly number[]): number {
  let sum = 0xff;
  for (const bit of bits) {
    const carry = (sum >> 7) ^ bit;
    sum = ((sum << 1) & 0xff) ^ (carry ? 0x07 : 0);
  }
  return sum;
}
