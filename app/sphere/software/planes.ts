import type { FrameColour } from './colour.ts';
import { isSideways, type Turn, turnOf } from './turn.ts';

/**
 * Formats of frames in system memory that are rendered directly. Alpha is ignored: video is opaque. Chromium's frames
 * of calls are I420 or NV12; Firefox's are BGRA (VP8, VP9), or I420 (AV1, cameras).
 */
const LAYOUTS = {
  I420: 'i420',
  I420A: 'i420',
  NV12: 'nv12',
  RGBA: 'rgba',
  RGBX: 'rgba',
  BGRA: 'bgra',
  BGRX: 'bgra',
} as const;
type PlaneFormat = keyof typeof LAYOUTS;

/**
 * A frame in memory: Y, then U and V (`i420`) or both interleaved (`nv12`), or a single plane with four bytes per pixel
 * (`rgba`, `bgra`). Each row is as long as the picture is wide.
 */
export type Planes = {
  layout: 'i420' | 'nv12' | 'rgba' | 'bgra';
  /** As stored, in pixels. */
  width: number;
  height: number;
  data: Uint8Array<ArrayBuffer>;
  /** Colour space of Y, U and V. */
  colour: FrameColour;
  turn: Turn;
};

export function isPlaneFormat(format: string | null): format is PlaneFormat {
  return format !== null && format in LAYOUTS;
}

/** Height as shown, in pixels. */
export function shownHeight({ turn, width, height }: Planes): number {
  return isSideways(turn) ? width : height;
}

/**
 * Copies a frame.
 * @param spare an earlier frame's memory, reused if it has the right size
 */
export async function copyPlanes(
  frame: VideoFrame,
  format: PlaneFormat,
  spare: Uint8Array<ArrayBuffer> | null,
): Promise<Planes> {
  const { width, height } = frame.visibleRect ?? { width: frame.codedWidth, height: frame.codedHeight };
  const { matrix, fullRange } = frame.colorSpace;
  const turn = turnOf(frame);
  const size = frame.allocationSize();
  const data = spare?.length === size ? spare : new Uint8Array(size);
  await frame.copyTo(data);
  return { layout: LAYOUTS[format], width, height, data, colour: { matrix, fullRange }, turn };
}
