/**
 * How a stored picture is turned for display: clockwise by degrees, then mirrored. A phone held upright sends what its
 * sensor stores, and how to turn it. https://w3c.github.io/webcodecs/#dom-videoframe-rotation
 */
export type Turn = { readonly rotation: 0 | 90 | 180 | 270; readonly flip: boolean };

declare global {
  /** Missing in TypeScript, and in browsers before Chromium 138. */
  interface VideoFrame {
    readonly rotation?: number;
    readonly flip?: boolean;
  }
}

export function turnOf({ rotation, flip = false }: Pick<VideoFrame, 'rotation' | 'flip'>): Turn {
  return { rotation: rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0, flip };
}

/** Whether width and height are swapped. */
export function isSideways({ rotation }: Turn): boolean {
  return rotation % 180 !== 0;
}

/**
 * From a shown point (x, y), each 0 to 1 from the top left, to the stored one (u, v): u = xu·x + yu·y + u0 and v = xv·x
 * + yv·y + v0.
 */
export type StoredPoint = { xu: number; xv: number; yu: number; yv: number; u0: number; v0: number };

const STORED: Record<Turn['rotation'], StoredPoint> = {
  0: { xu: 1, xv: 0, yu: 0, yv: 1, u0: 0, v0: 0 },
  90: { xu: 0, xv: -1, yu: 1, yv: 0, u0: 0, v0: 1 },
  180: { xu: -1, xv: 0, yu: 0, yv: -1, u0: 1, v0: 1 },
  270: { xu: 0, xv: 1, yu: -1, yv: 0, u0: 1, v0: 0 },
};

export function storedPoint({ rotation, flip }: Turn): StoredPoint {
  const stored = STORED[rotation];
  if (!flip) return stored;
  const { xu, xv, u0, v0 } = stored;
  return { ...stored, xu: -xu, xv: -xv, u0: u0 + xu, v0: v0 + xv };
}
