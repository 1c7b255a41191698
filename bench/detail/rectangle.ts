import type { Direction } from '#app/sphere/look/look-store.ts';
import { BLOCK } from './strip.ts';

/**
 * The part of the camera's picture that is sent in full detail, in pixels; the strip is below it. Its sides divide those
 * of pictures of 3840×1920, as each pixel's place in the frame is its place in the picture modulo the side: when the
 * rectangle moves, what it still shows stays where it was in the frame. Encoders then send only what is new, while a
 * picture that moves as a whole would cost a key frame.
 */
export const RECTANGLE = { width: 1280, height: 960 } as const;
export const FRAME_HEIGHT = RECTANGLE.height + BLOCK;

/** The rectangle follows looks that leave its middle by more degrees than this. */
const INNER = 1.5;
/** The rectangle is ahead of a turn by this time, in seconds, and at most by these degrees. */
const [LEAD_SECONDS, LEAD_DEGREES] = [0.1, 25];

/** Chooses where the rectangle of an equirectangular picture is. */
export class Rectangle {
  #middle: Direction = { yaw: 0, pitch: 0 };

  /** @param speed of the look, in degrees a second */
  follow(look: Direction, speed: Direction): void {
    const yaw = look.yaw + leadOf(speed.yaw);
    const pitch = look.pitch + leadOf(speed.pitch);
    const away = Math.max(Math.abs(yaw - this.#middle.yaw), Math.abs(pitch - this.#middle.pitch));
    if (away > INNER) this.#middle = { yaw, pitch };
  }

  /** Left and top edge in the picture, in pixels, multiples of 16. The rectangle may go on at the picture's left edge. */
  placeIn(width: number): { x: number; y: number } {
    const perDegree = width / 360;
    const left = snap((this.#middle.yaw + 180) * perDegree - RECTANGLE.width / 2);
    const top = snap((90 - this.#middle.pitch) * perDegree - RECTANGLE.height / 2);
    return {
      x: ((left % width) + width) % width,
      y: Math.min(width / 2 - RECTANGLE.height, Math.max(0, top)),
    };
  }
}

const leadOf = (speed: number) => Math.min(LEAD_DEGREES, Math.max(-LEAD_DEGREES, speed * LEAD_SECONDS));
const snap = (pixels: number) => BLOCK * Math.round(pixels / BLOCK);

/** The parts of a rectangle's side that lie together in the frame. @param start its first pixel in the picture */
export function partsOf(start: number, side: number): { from: number; size: number }[] {
  const first = side - (start % side);
  const parts = [{ from: start, size: first }];
  return first === side ? parts : [...parts, { from: start + first, size: side - first }];
}
