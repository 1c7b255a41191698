/** Bits of a frame's number in the film. */
export const NUMBER_BITS = 8;

/**
 * Width of the blocks with a frame's number at the lower edge of the film, which are 16 pixels wide where the film is
 * scaled to 960.
 * @param width of the film, in pixels
 */
export const numberBlock = (width: number): number => width / 60;
