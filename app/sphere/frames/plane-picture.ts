import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  Matrix4,
  RedFormat,
  RepeatWrapping,
  RGFormat,
  UnsignedByteType,
} from 'three';
import { type FrameColour, yuvToRgb } from './colour.ts';
import type { PaintedPicture } from './painted-picture.ts';
import { isSideways, type Turn, turnOf, UPRIGHT } from './turn.ts';

/**
 * Formats of frames in system memory that can be uploaded unchanged. The alpha plane of I420A is ignored: video is
 * opaque.
 */
const LAYOUTS = { I420: 'i420', I420A: 'i420', NV12: 'nv12' } as const;
type PlaneFormat = keyof typeof LAYOUTS;
type PlaneLayout = (typeof LAYOUTS)[PlaneFormat];

export function isPlaneFormat(format: string | null): format is PlaneFormat {
  return format !== null && format in LAYOUTS;
}

/**
 * A picture as planes, in buffers and textures that are created once per size and then overwritten: three.js updates a
 * data texture of the same size with `texSubImage2D`.
 */
export class PlanePicture implements PaintedPicture {
  readonly way = 'planes';
  readonly toRgb = new Matrix4();
  layout: PlaneLayout = 'i420';
  textures: DataTexture[] = [];
  turn: Turn = UPRIGHT;
  /** As stored, in pixels. */
  #size = { width: 0, height: 0 };
  #data = new Uint8Array(0);
  #reshaped = false;
  #colour: FrameColour | null = null;

  /** Copies a frame into memory. `update` uploads it to the GPU. */
  async copy(frame: VideoFrame, format: PlaneFormat): Promise<void> {
    const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
    const layout = LAYOUTS[format];
    const turn = turnOf(frame);
    if (
      width !== this.#size.width ||
      height !== this.#size.height ||
      layout !== this.layout ||
      isSideways(turn) !== isSideways(this.turn)
    ) {
      this.#size = { width, height };
      this.layout = layout;
      this.#data = new Uint8Array(frame.allocationSize());
      this.#reshaped = true;
    }
    this.turn = turn;
    await frame.copyTo(this.#data);
    this.#setColour(frame.colorSpace);
  }

  get height(): number {
    return isSideways(this.turn) ? this.#size.width : this.#size.height;
  }

  update(): void {
    if (this.#reshaped) this.#makeTextures();
    for (const texture of this.textures) texture.needsUpdate = true;
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
    this.textures = [];
  }

  #setColour({ matrix, fullRange }: FrameColour): void {
    if (this.#colour?.matrix === matrix && this.#colour.fullRange === fullRange) return;
    this.#colour = { matrix, fullRange };
    this.toRgb.fromArray(yuvToRgb(this.#colour)).transpose();
  }

  /** The planes are contiguous, which is the default layout of `copyTo`. */
  #makeTextures(): void {
    this.dispose();
    this.#reshaped = false;
    const { width, height } = this.#size;
    const columns = Math.ceil(width / 2);
    const rows = Math.ceil(height / 2);
    const lumaSize = width * height;
    const chromaSize = columns * rows;
    const luma = this.#data.subarray(0, lumaSize);
    this.textures.push(makeTexture(luma, width, height, RedFormat));
    if (this.layout === 'nv12') {
      const both = this.#data.subarray(lumaSize, lumaSize + 2 * chromaSize);
      this.textures.push(makeTexture(both, columns, rows, RGFormat));
    } else {
      for (const start of [lumaSize, lumaSize + chromaSize]) {
        const plane = this.#data.subarray(start, start + chromaSize);
        this.textures.push(makeTexture(plane, columns, rows, RedFormat));
      }
    }
    if (!isSideways(this.turn)) return;
    // What surrounds the viewer is stored from top to bottom.
    for (const texture of this.textures) {
      texture.wrapS = ClampToEdgeWrapping;
      texture.wrapT = RepeatWrapping;
    }
  }
}

/** A texture that wraps around the sphere. */
export function makeTexture(
  data: Uint8Array,
  width: number,
  height: number,
  format: typeof RedFormat | typeof RGFormat,
): DataTexture {
  const texture = new DataTexture(data, width, height, format, UnsignedByteType);
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.wrapS = RepeatWrapping;
  texture.unpackAlignment = 1;
  return texture;
}
