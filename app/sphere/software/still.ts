import type { Planes } from './planes.ts';

/** The planes of a loaded picture. @throws Error without a 2D canvas */
export function stillPlanes(image: HTMLImageElement): Planes {
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no 2D canvas');
  context.drawImage(image, 0, 0);
  return planesOf(context.getImageData(0, 0, width, height));
}

/**
 * Y of each pixel, U and V of every second one of every second row: BT.601 in full range, as in a JPEG file.
 * https://www.w3.org/Graphics/JPEG/jfif3.pdf, page 3
 */
export function planesOf({ data: rgba, width, height }: ImageData): Planes {
  const columns = (width + 1) >> 1;
  const rows = (height + 1) >> 1;
  const data = new Uint8Array(width * height + 2 * columns * rows);
  let uAt = width * height;
  let vAt = uAt + columns * rows;
  for (let row = 0, pixel = 0; row < height; row++) {
    for (let column = 0; column < width; column++, pixel++) {
      const red = rgba[4 * pixel] ?? 0;
      const green = rgba[4 * pixel + 1] ?? 0;
      const blue = rgba[4 * pixel + 2] ?? 0;
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      data[pixel] = luma + 0.5;
      if ((row | column) & 1) continue;
      data[uAt++] = Math.min(255, (blue - luma) / 1.772 + 128.5);
      data[vAt++] = Math.min(255, (red - luma) / 1.402 + 128.5);
    }
  }
  const turn = { rotation: 0, flip: false } as const;
  return { layout: 'i420', width, height, data, colour: { matrix: 'smpte170m', fullRange: true }, turn };
}
