import { hasSphereShape, type PhotoSphere } from '#app/sphere/photo-sphere.ts';

export type GalleryImage = {
  id: string;
  url: string;
  alt: string;
  width: number;
  height: number;
  widths: number[];
  /** Null if neither its file nor its owner says whether it is shown in 360°. */
  isSphere: boolean | null;
  /** How it is shown in 360°; null if it is flat. */
  sphere: PhotoSphere | null;
};

/** Narrower whole spheres would be blurred. */
const SPHERE_WIDTH = 1_000;

/** Whether to ask the owner if a picture is a 360° one: nobody has said, and its shape allows a whole sphere. */
export function asksForSphere({
  isSphere,
  width,
  height,
}: Pick<GalleryImage, 'isSphere' | 'width' | 'height'>): boolean {
  return isSphere === null && width >= SPHERE_WIDTH && hasSphereShape({ width, height });
}
