import type { Texture } from 'three';

/** The picture on the GPU, as sampled by the shader. Its first row is the top. */
export interface PaintedPicture {
  readonly texture: Texture;
  /** In pixels. */
  readonly height: number;
}

/** One way of reading frames. */
export interface FrameSource {
  /** The picture, if it has a new frame; the next render uploads it. */
  take(): PaintedPicture | null;
  close(): void;
}
