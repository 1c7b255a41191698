import type { Planes } from './planes.ts';

/** The planes of a loaded picture. @throws Error without a 2D canvas */
export function stillPlanes(image: HTMLImageElement): Planes {
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no 2D canvas');
  context.drawImage(image, 0, 0);
  return planesOf(context.getImageData(0, 0, width, height));
}

export function planesOf({ data, width, height }: ImageData): Planes {
  return {
    layout: 'rgba',
    width,
    height,
    data: new Uint8Array(data.buffer),
    colour: { matrix: null, fullRange: null },
    turn: { rotation: 0, flip: false },
  };
}
