/**
 * How a stored picture is turned to be shown: by degrees clockwise, then mirrored. A phone held upright sends what its
 * sensor stores, and by how much to turn it. https://w3c.github.io/webcodecs/#dom-videoframe-rotation
 */
export type Turn = { readonly rotation: 0 | 90 | 180 | 270; readonly flip: boolean };

export const UPRIGHT: Turn = { rotation: 0, flip: false };

declare global {
  /** TypeScript lacks them, and browsers before Chromium 138. */
  interface VideoFrame {
    readonly rotation?: number;
    readonly flip?: boolean;
  }
}

export function turnOf({ rotation, flip = false }: Pick<VideoFrame, 'rotation' | 'flip'>): Turn {
  return { rotation: rotation === 90 || rotation === 180 || rotation === 270 ? rotation : 0, flip };
}

/** Whether width and height change places. */
export function isSideways({ rotation }: Turn): boolean {
  return rotation % 180 !== 0;
}

/** From a shown point (x, y, 1), each 0 to 1 from the top left, to the stored one: the columns of a GLSL `mat3x2`. */
const STORED: Record<Turn['rotation'], readonly number[]> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, -1, 1, 0, 0, 1],
  180: [-1, 0, 0, -1, 1, 1],
  270: [0, 1, -1, 0, 1, 0],
};

/** That matrix as a GLSL expression; null for an upright picture. */
export function storedPoint({ rotation, flip }: Turn): string | null {
  if (rotation === 0 && !flip) return null;
  const [xu = 0, xv = 0, yu = 0, yv = 0, u = 0, v = 0] = STORED[rotation];
  const columns = flip ? [-xu, -xv, yu, yv, u + xu, v + xv] : STORED[rotation];
  return `mat3x2(${columns.map((value) => value.toFixed(1)).join(', ')})`;
}
