import { type Direction, directionOf } from './geometry.ts';

/** Red, green and blue, 0 to 255, sRGB. */
export type Colour = readonly [red: number, green: number, blue: number];
export type Patch = { name: string; yaw: number; pitch: number; direction: Direction; colour: Colour };

/** Radius of a patch, a disc of one colour, in degrees. */
export const PATCH_DEGREES = 14;

/**
 * A light dot circles every patch once per film, at this many degrees from its centre, so that every view with a patch
 * also shows whether the film is playing.
 */
export const MARK_ORBIT_DEGREES = 21;
export const MARK_DEGREES = 3;

/** At least 120 apart in red, green and blue, and within the gamut of limited-range video. */
export const PATCHES: readonly Patch[] = [
  patch('front', 0, 0, [200, 40, 40]),
  patch('right', 90, 0, [40, 160, 60]),
  patch('back', 180, 0, [50, 60, 200]),
  patch('left', -90, 0, [220, 200, 50]),
  patch('up', 0, 90, [200, 60, 190]),
  patch('down', 0, -90, [50, 190, 200]),
];

function patch(name: string, yaw: number, pitch: number, colour: Colour): Patch {
  return { name, yaw, pitch, direction: directionOf(yaw, pitch), colour };
}

/**
 * BT.709, limited range: how Chromium interprets the untagged frames of a y4m camera, whatever their size, and how its
 * H.264 frames are tagged. https://www.itu.int/rec/R-REC-BT.709-6-201506-I, sections 3 and 4.
 */
export function toYuv([red, green, blue]: Colour): [y: number, u: number, v: number] {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return [
    Math.round(16 + (luma * 219) / 255),
    Math.round(128 + ((blue - luma) * 224) / 255 / 1.8556),
    Math.round(128 + ((red - luma) * 224) / 255 / 1.5748),
  ];
}
