import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK, type Luma, paintStrip, readStrip } from './strip.ts';

const [WIDTH, TOP] = [1280, 32];
const grey = (): Luma => ({
  data: new Uint8Array(WIDTH * (TOP + BLOCK)).fill(128),
  width: WIDTH,
  height: TOP + BLOCK,
  stride: WIDTH,
});
const strips = fc.record({
  number: fc.nat(255),
  x: fc.nat(4095).map((blocks) => blocks * BLOCK),
  y: fc.nat(4095).map((blocks) => blocks * BLOCK),
});

it('reads what was painted, also with noise', () => {
  fc.assert(
    fc.property(
      strips,
      fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 97, maxLength: 97 }),
      (strip, noise) => {
        const luma = grey();
        paintStrip(luma, TOP, strip);
        luma.data.forEach((level, at) => {
          luma.data[at] = Math.min(255, Math.max(0, level + (noise[at % noise.length] ?? 0)));
        });
        expect(readStrip(luma, TOP)).toEqual(strip);
      },
    ),
  );
});

it('reads nothing where a block is wrong, or where there are none', () => {
  fc.assert(
    fc.property(strips, fc.nat(39), (strip, block) => {
      const luma = grey();
      paintStrip(luma, TOP, strip);
      const left = TOP * WIDTH + block * BLOCK;
      const other = (luma.data[left] ?? 0) > 126 ? 16 : 235;
      for (let row = 0; row < BLOCK; row++)
        luma.data.fill(other, left + row * WIDTH, left + row * WIDTH + BLOCK);
      expect(readStrip(luma, TOP)).toBeNull();
    }),
  );
  for (const level of [0, 16, 128, 235, 255]) {
    const luma = grey();
    luma.data.fill(level);
    expect(readStrip(luma, TOP)).toBeNull();
  }
});
