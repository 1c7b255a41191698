import type { Direction, Look } from './look/look-store.ts';
import type { PanoramaMode } from './picture.ts';
import { directionOf, reversed, rotation, vectorOf } from './rotation.ts';

const radians = Math.PI / 180;

/** A view of a sphere: where its viewer looks, and its width divided by its height. */
export type ViewOfSphere = { mode: PanoramaMode; look: Look; aspect: number };

/**
 * Position of a direction in a view. `x` and `y` are from -1 to 1, positive to the right and up; null outside the view.
 * `towards` is the way there from the middle, in degrees: 0 is right, 90 up.
 */
export type PlaceInView = { at: { x: number; y: number } | null; towards: number };

export function placeInView({ yaw, pitch }: Direction, { mode, look, aspect }: ViewOfSphere): PlaceInView {
  if (mode === 'equirectangular') {
    const { across, up } = mapScale(aspect);
    const [x, y] = [(yaw / 180) * across, (pitch / 90) * up];
    return { at: { x, y }, towards: Math.atan2(y, x) / radians };
  }
  const [across, up, back] = reversed(rotation(look))(...vectorOf({ yaw, pitch }));
  const ahead = -back;
  const high = Math.tan((look.fov / 2) * radians);
  const [x, y] = [across / ahead / high / aspect, up / ahead / high];
  const isInside = ahead > 0 && Math.abs(x) <= 1 && Math.abs(y) <= 1;
  return { at: isInside ? { x, y } : null, towards: Math.atan2(up, across) / radians };
}

/** The direction at a position in a view, with `x` and `y` as in `PlaceInView`; null beside a map. */
export function directionInView(
  x: number,
  y: number,
  { mode, look, aspect }: ViewOfSphere,
): Direction | null {
  if (mode === 'equirectangular') {
    const { across, up } = mapScale(aspect);
    const isOnMap = Math.abs(x) <= across && Math.abs(y) <= up;
    return isOnMap ? { yaw: (x / across) * 180, pitch: (y / up) * 90 } : null;
  }
  const high = Math.tan((look.fov / 2) * radians);
  return directionOf(rotation(look)(x * high * aspect, y * high, -1));
}

/** The shares of a view's width and height that the 2:1 map takes. */
function mapScale(aspect: number): { across: number; up: number } {
  return { across: Math.min(1, 2 / aspect), up: Math.min(1, aspect / 2) };
}
