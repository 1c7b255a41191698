export type GalleryImage = {
  id: string;
  url: string;
  alt: string;
  width: number;
  height: number;
  widths: number[];
};

/** Whether a picture shows the whole sphere, as 360° cameras store it: twice as wide as high. */
export function isSphere({ width, height }: { width: number; height: number }): boolean {
  return width >= 1_000 && Math.abs(width - 2 * height) <= 2;
}
