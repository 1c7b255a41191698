import { BLOCK, DETAIL_FRAME, DETAILED, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import { type Luma, PLACE_BITS, paintStrip } from '#app/sphere/detail/strip.ts';
import { turnOf } from '#app/sphere/software/turn.ts';

/** Left and top edge of the rectangle in the camera's picture, in pixels, multiples of 16. */
export type Place = { x: number; y: number };

/**
 * The planes of the formats that are copied as they are: divisors of width and height, and bytes of a place. Cameras'
 * frames in memory have these.
 */
const PLANES = {
  I420: [
    { scale: 1, bytes: 1 },
    { scale: 2, bytes: 1 },
    { scale: 2, bytes: 1 },
  ],
  NV12: [
    { scale: 1, bytes: 1 },
    { scale: 2, bytes: 2 },
  ],
} as const;
type Format = keyof typeof PLANES;
type Plane = { offset: number; stride: number; scale: number; bytes: number };

const GREY = 128;

/** Cuts rectangles out of the camera's pictures. A rectangle may go on at the picture's left edge. */
export class Crop {
  #format: Format | null = null;
  #planes: Plane[] = [];
  #data = new Uint8Array(0);

  /** Whether a frame can be cut. */
  static takes(format: string | null): format is Format {
    return format !== null && format in PLANES;
  }

  /** Copies the rectangle out of a frame. Its format is one that `takes` accepts. */
  async copy(frame: VideoFrame, { x, y }: Place): Promise<void> {
    if (!Crop.takes(frame.format)) throw new Error(`Frames of ${frame.format} cannot be cut`);
    this.#lay(frame.format);
    for (const across of partsOf(x, RECTANGLE.width))
      for (const down of partsOf(y, RECTANGLE.height))
        await frame.copyTo(this.#data, {
          rect: { x: across.from % DETAILED.width, y: down.from, width: across.size, height: down.size },
          layout: this.#layout(across.from % RECTANGLE.width, down.from % RECTANGLE.height),
        });
  }

  /** Luma of what was copied, and below it of the strip. */
  get luma(): Luma {
    return { data: this.#data, ...DETAIL_FRAME, stride: DETAIL_FRAME.width };
  }

  /** A frame with what was copied, in the colours and at the time of the frame that it came from. */
  frame({ timestamp, colorSpace }: Pick<VideoFrame, 'timestamp' | 'colorSpace'>): VideoFrame {
    if (!this.#format) throw new Error('Nothing was copied');
    return new VideoFrame(this.#data, {
      format: this.#format,
      codedWidth: DETAIL_FRAME.width,
      codedHeight: DETAIL_FRAME.height,
      timestamp,
      layout: this.#layout(0, 0),
      colorSpace: colorSpace.toJSON(),
    });
  }

  #lay(format: Format): void {
    if (format === this.#format) return;
    this.#format = format;
    const { width, height } = DETAIL_FRAME;
    let offset = 0;
    this.#planes = PLANES[format].map(({ scale, bytes }) => {
      const stride = (width / scale) * bytes;
      const plane = { offset, stride, scale, bytes };
      // A row of padding: a part that begins within a row would otherwise reach into the next plane.
      offset += stride * (height / scale + 1);
      return plane;
    });
    this.#data = new Uint8Array(offset).fill(GREY);
  }

  /** Of the planes from this place on. */
  #layout(x: number, y: number): PlaneLayout[] {
    return this.#planes.map(({ offset, stride, scale, bytes }) => ({
      offset: offset + (y / scale) * stride + (x / scale) * bytes,
      stride,
    }));
  }
}

const crop = new Crop();

/**
 * Cuts a rectangle out of the camera's picture, with the strip that says where it is.
 * @returns a new frame; null if this one has another size or is turned, or is not in memory
 */
export async function cutDetail(frame: VideoFrame, place: Place): Promise<VideoFrame | null> {
  const { width, height } = frame.visibleRect ?? {};
  const { rotation, flip } = turnOf(frame);
  const isWhole = width === DETAILED.width && height === DETAILED.height && rotation === 0 && !flip;
  if (!isWhole || !Crop.takes(frame.format)) return null;
  await crop.copy(frame, place);
  const [xBits, yBits] = PLACE_BITS;
  paintStrip(crop.luma, RECTANGLE.height, [
    [place.x / BLOCK, xBits],
    [place.y / BLOCK, yBits],
  ]);
  return crop.frame(frame);
}

/** The parts of a rectangle's side that lie together in the frame. @param start its first pixel in the picture */
export function partsOf(start: number, side: number): { from: number; size: number }[] {
  const first = side - (start % side);
  const parts = [{ from: start, size: first }];
  return first === side ? parts : [...parts, { from: start + first, size: side - first }];
}
