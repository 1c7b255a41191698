/** The camera's picture whose part can be sent in full detail, in pixels. */
export const DETAILED = { width: 3840, height: 1920 } as const;

/**
 * The part of it that is sent, in pixels. Its sides divide those of the picture, because a pixel's place in the frame is
 * its place in the picture modulo the side: when the rectangle moves, what it still shows stays where it was in the
 * frame, and the encoder sends only what is new (docs/decisions/070-detail.md).
 */
export const RECTANGLE = { width: 1280, height: 960 } as const;

/** Over so many pixels from its edge, the rectangle is blended with the rest of the picture. */
export const EDGE = 48;

/** For how long a frame is shown, in ms, if no other comes. */
export const SHOWN_MS = 500;

/** Edge of a block of the strip below the rectangle, in pixels: a macroblock of H.264, so that its edges stay sharp. */
export const BLOCK = 16;

/** Size of a frame: the rectangle, and below it the strip that says where the rectangle is. */
export const DETAIL_FRAME = { width: RECTANGLE.width, height: RECTANGLE.height + BLOCK } as const;
