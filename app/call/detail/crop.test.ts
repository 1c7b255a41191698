import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { BLOCK, DETAIL_FRAME, DETAILED, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import { PLACE_BITS, readStrip } from '#app/sphere/detail/strip.ts';
import { cutDetail, partsOf } from './crop.ts';

type Init = VideoFrameBufferInit & { layout: PlaneLayout[] };

/** What the crop makes. */
class MadeFrame {
  readonly data: Uint8Array;
  readonly init: Init;
  constructor(data: Uint8Array, init: Init) {
    [this.data, this.init] = [data, init];
  }
}

/** A level that is known from the pixel's place: of each plane another one. */
const levelAt = (plane: number, x: number, y: number) => (x * 7 + y * 13 + plane * 101 + (x >> 8)) & 255;

/** A frame in memory that copies as browsers do. */
class CameraFrame {
  readonly visibleRect = { ...DETAILED };
  readonly timestamp = 40;
  readonly colorSpace = { toJSON: () => ({ matrix: 'bt709' }) };
  rotation: number;
  readonly format: 'I420' | 'NV12' | null;
  constructor(format: 'I420' | 'NV12' | null, rotation = 0) {
    [this.format, this.rotation] = [format, rotation];
  }
  async copyTo(data: Uint8Array, options: { rect: DOMRectInit; layout: PlaneLayout[] }): Promise<void> {
    const { x = 0, y = 0, width = 0, height = 0 } = options.rect;
    for (const [index, { offset, stride }] of options.layout.entries()) {
      const scale = index === 0 ? 1 : 2;
      const planes = index === 0 ? [0] : this.format === 'NV12' ? [1, 2] : [index];
      for (let row = 0; row < height / scale; row++)
        for (let column = 0; column < width / scale; column++)
          for (const [byte, plane] of planes.entries())
            data[offset + row * stride + column * planes.length + byte] = levelAt(
              plane,
              x / scale + column,
              y / scale + row,
            );
    }
  }
}

function cut(frame: CameraFrame, place: { x: number; y: number }): Promise<MadeFrame | null> {
  vi.stubGlobal('VideoFrame', MadeFrame);
  return Reflect.apply(cutDetail, null, [frame, place]);
}

const places = fc.record({
  x: fc.nat(DETAILED.width / BLOCK - 1).map((blocks) => blocks * BLOCK),
  y: fc.nat((DETAILED.height - RECTANGLE.height) / BLOCK).map((blocks) => blocks * BLOCK),
});

it.each(['I420', 'NV12'] as const)(
  'puts each pixel where it is modulo the sides, and says where: %s',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(places, async (place) => {
        const made = await cut(new CameraFrame(format), place);
        if (!made) throw new Error('It was not cut');
        const { data, init } = made;
        expect(init).toMatchObject({
          ...{ format, codedWidth: DETAIL_FRAME.width, codedHeight: DETAIL_FRAME.height, timestamp: 40 },
          colorSpace: { matrix: 'bt709' },
        });
        const luma = { data, ...DETAIL_FRAME, stride: DETAIL_FRAME.width };
        expect(readStrip(luma, RECTANGLE.height, PLACE_BITS)).toEqual([place.x / BLOCK, place.y / BLOCK]);
        for (const [right, down] of [
          [0, 0],
          [2, 958],
          [1278, 4],
          [1278, 958],
          [640, 480],
        ] as const) {
          const [x, y] = [(place.x + right) % DETAILED.width, place.y + down];
          const [column, row] = [x % RECTANGLE.width, y % RECTANGLE.height];
          for (const [index, { offset, stride }] of init.layout.entries()) {
            const scale = index === 0 ? 1 : 2;
            const planes = index === 0 ? [0] : format === 'NV12' ? [1, 2] : [index];
            for (const [byte, plane] of planes.entries())
              expect(
                data[
                  offset +
                    Math.floor(row / scale) * stride +
                    Math.floor(column / scale) * planes.length +
                    byte
                ],
              ).toBe(levelAt(plane, Math.floor(x / scale), Math.floor(y / scale)));
          }
        }
      }),
      { numRuns: 10 },
    );
  },
);

it('cuts nothing that is on a GPU or turned', async () => {
  expect(await cut(new CameraFrame(null), { x: 0, y: 0 })).toBeNull();
  expect(await cut(new CameraFrame('I420', 90), { x: 0, y: 0 })).toBeNull();
});

it('divides a side where the frame ends', () => {
  expect(partsOf(1280, 1280)).toEqual([{ from: 1280, size: 1280 }]);
  expect(partsOf(1296, 1280)).toEqual([
    { from: 1296, size: 1264 },
    { from: 2560, size: 16 },
  ]);
});
