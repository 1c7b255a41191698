import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK } from './rectangle.ts';
import { CHECK_BITS, type Field, type Luma, PLACE_BITS, paintStrip, readStrip } from './strip.ts';

const [WIDTH, TOP] = [1280, 32];
const grey = (): Luma => ({
  data: new Uint8Array(WIDTH * (TOP + BLOCK)).fill(128),
  width: WIDTH,
  height: TOP + BLOCK,
  stride: WIDTH,
});
const places = fc.tuple(...PLACE_BITS.map((bits) => fc.nat(2 ** bits - 1)));
const fieldsOf = (place: number[]): Field[] => PLACE_BITS.map((bits, index) => [place[index] ?? 0, bits]);
const BLOCKS = PLACE_BITS.reduce<number>((sum, bits) => sum + bits, CHECK_BITS);

it('reads what was painted, also with noise', () => {
  const noises = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 97, maxLength: 97 });
  fc.assert(
    fc.property(places, noises, (place, noise) => {
      const luma = grey();
      paintStrip(luma, TOP, fieldsOf(place));
      luma.data.forEach((level, at) => {
        luma.data[at] = Math.min(255, Math.max(0, level + (noise[at % noise.length] ?? 0)));
      });
      expect(readStrip(luma, TOP, PLACE_BITS)).toEqual(place);
    }),
  );
});

it('reads one byte of pixels with several', () => {
  const luma = grey();
  paintStrip(luma, TOP, fieldsOf([1234, 77]));
  const packed = new Uint8Array(4 * luma.data.length);
  luma.data.forEach((level, at) => {
    packed[4 * at + 1] = level;
  });
  const green = { ...luma, data: packed.subarray(1), stride: 4 * WIDTH, step: 4 };
  expect(readStrip(green, TOP, PLACE_BITS)).toEqual([1234, 77]);
});

it('reads nothing where a block is wrong, or where there are none', () => {
  fc.assert(
    fc.property(places, fc.nat(BLOCKS - 1), (place, block) => {
      const luma = grey();
      paintStrip(luma, TOP, fieldsOf(place));
      const left = TOP * WIDTH + block * BLOCK;
      const other = (luma.data[left] ?? 0) > 126 ? 16 : 235;
      for (let row = 0; row < BLOCK; row++)
        luma.data.fill(other, left + row * WIDTH, left + row * WIDTH + BLOCK);
      expect(readStrip(luma, TOP, PLACE_BITS)).toBeNull();
    }),
  );
  for (const level of [0, 16, 128, 235, 255]) {
    const luma = grey();
    luma.data.fill(level);
    expect(readStrip(luma, TOP, PLACE_BITS)).toBeNull();
  }
});
