import type { Matrix4, Texture } from 'three';

/** How frames reach the graphics card: their Y, U and V planes, or the video element as a texture. */
export type PaintWay = 'planes' | 'texture';

/** Which samplers hold the picture: Y, U and V, or Y and UV, or one of red, green and blue. */
export type PictureLayout = 'i420' | 'nv12' | 'rgba';

/** The picture on the graphics card, as the shader samples it. Its first row is its top. */
export interface PaintedPicture {
  readonly way: PaintWay;
  readonly layout: PictureLayout;
  readonly textures: readonly Texture[];
  readonly width: number;
  readonly height: number;
  /** From Y, U, V to red, green, blue; `rgba` needs none. */
  readonly toRgb: Matrix4;
}

/** One way of getting at the frames of a track. */
export interface FrameSource {
  /** The picture, if it has a frame that was not taken before; the next render uploads it. */
  take(): PaintedPicture | null;
  close(): void;
}
