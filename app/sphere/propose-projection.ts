import { namedCamera } from '#protocol/cameras.ts';
import type { Projection } from '#protocol/projection.ts';

export type SeenCamera = {
  /** In pixels; 0 while unknown. */
  width: number;
  height: number;
  /** The media device's label. */
  label: string;
};

/** Proposes a projection from the camera's name or else the picture's shape; the person can change it. */
export function proposeProjection({ width, height, label }: SeenCamera): Projection {
  const byName = namedCamera(label)?.projection;
  if (byName) return byName;
  return width > 0 && width === 2 * height ? 'equirectangular' : 'flat';
}
