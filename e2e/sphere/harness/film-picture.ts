import { type Colour, PATCHES } from '../../film/patches.ts';
import { filmFrame } from './frames.ts';
import { colourDistance } from './sphere-page.ts';

export const equirectangular = filmFrame({ projection: 'equirectangular', width: 1920, height: 960 });

/** The name of the patch with this colour. */
export function nearest(colour: Colour): string {
  const near = PATCHES.find((patch) => colourDistance(patch.colour, colour) < 12);
  return near?.name ?? `${colour}`;
}
