import { createFramePainter, type FilmShape } from '../../film/frames.ts';
import type { RawFrame } from './frame-generator.ts';

export type TestFrame = RawFrame & { data: Uint8Array };

const LABELS = { format: 'I420', matrix: 'bt709', fullRange: false, rotation: 0, flip: false } as const;

/** The first frame of a film. */
export function filmFrame(shape: FilmShape): TestFrame {
  const data = new Uint8Array((shape.width * shape.height * 3) / 2);
  createFramePainter(shape)(0, data);
  return { ...LABELS, width: shape.width, height: shape.height, data };
}

export function solidFrame(
  [y, u, v]: readonly [y: number, u: number, v: number],
  labels: Pick<RawFrame, 'matrix' | 'fullRange'> = LABELS,
): TestFrame {
  const [width, height] = [256, 128];
  const size = width * height;
  const data = new Uint8Array((size * 3) / 2).fill(y, 0, size);
  data.fill(u, size, size * 1.25).fill(v, size * 1.25);
  return { ...LABELS, ...labels, width, height, data };
}

/** Converts a frame to interleaved U and V. */
export function asNv12(frame: TestFrame): TestFrame {
  const size = frame.width * frame.height;
  const data = frame.data.slice();
  for (let index = 0; index < size / 4; index++) {
    data[size + 2 * index] = frame.data[size + index] ?? 0;
    data[size + 2 * index + 1] = frame.data[size * 1.25 + index] ?? 0;
  }
  return { ...frame, format: 'NV12', data };
}

/** A black frame with another one placed at an offset. All numbers are even. */
export function placed(
  frame: TestFrame,
  width: number,
  height: number,
  left: number,
  top: number,
): TestFrame {
  const data = new Uint8Array((width * height * 3) / 2).fill(16, 0, width * height).fill(128, width * height);
  let from = 0;
  let to = 0;
  for (const scale of [1, 2, 2]) {
    const [sourceWidth, sourceHeight, targetWidth] = [frame.width, frame.height, width].map(
      (side) => side / scale,
    );
    if (!sourceWidth || !sourceHeight || !targetWidth) throw new Error('An empty frame');
    for (let row = 0; row < sourceHeight; row++) {
      const line = frame.data.subarray(from + row * sourceWidth, from + (row + 1) * sourceWidth);
      data.set(line, to + (row + top / scale) * targetWidth + left / scale);
    }
    from += sourceWidth * sourceHeight;
    to += targetWidth * (height / scale);
  }
  return { ...frame, width, height, data };
}

/** Rearranges the columns of a frame: each range is copied from one position to another. */
export function columns(
  frame: TestFrame,
  ranges: readonly (readonly [from: number, to: number])[],
): TestFrame {
  const rows: Uint8Array[] = [];
  let plane = 0;
  for (const scale of [1, 2, 2]) {
    const [width, height] = [frame.width / scale, frame.height / scale];
    for (let row = 0; row < height; row++)
      for (const [from, to] of ranges) {
        const start = plane + row * width;
        rows.push(frame.data.subarray(start + from / scale, start + to / scale));
      }
    plane += width * height;
  }
  const width = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  return { ...frame, width, data: new Uint8Array(Buffer.concat(rows)) };
}

/** Places a frame above another one of the same size, as of a stereo camera. */
export function stacked(upper: TestFrame, lower: TestFrame): TestFrame {
  const size = upper.width * upper.height;
  const planes = [0, size, size * 1.25].flatMap((start, plane) => {
    const end = start + (plane === 0 ? size : size / 4);
    return [upper.data.subarray(start, end), lower.data.subarray(start, end)];
  });
  return { ...upper, height: 2 * upper.height, data: new Uint8Array(Buffer.concat(planes)) };
}
