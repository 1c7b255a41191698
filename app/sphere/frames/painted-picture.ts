import type { Matrix4, Texture } from 'three';
import type { Turn } from './turn.ts';

/** How frames reach the GPU: as Y, U and V planes, or the video element as a texture. */
export type PaintWay = 'planes' | 'texture';

/** The textures of a picture: Y, U and V; Y and UV; or one RGB texture. */
export type PictureLayout = 'i420' | 'nv12' | 'rgba';

/** The picture on the GPU, as sampled by the shader. Its first row is the top. */
export interface PaintedPicture {
  readonly way: PaintWay;
  readonly layout: PictureLayout;
  readonly textures: readonly Texture[];
  readonly turn: Turn;
  /** As shown, in pixels. */
  readonly height: number;
  /** The matrix from YUV to RGB; unused for `rgba`. */
  readonly toRgb: Matrix4;
}

/** One way of reading the frames of a track. */
export interface FrameSource {
  /** The picture, if it has a new frame; the next render uploads it. */
  take(): PaintedPicture | null;
  close(): void;
}
