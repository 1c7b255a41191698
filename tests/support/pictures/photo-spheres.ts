import sharp, { type Sharp } from 'sharp';
import type { Direction } from '#app/sphere/look/look-store.ts';
import { type Bounds, type SpherePicture, toPicture } from '#app/sphere/picture.ts';
import { directionOf, reversed, vectorOf } from '#app/sphere/rotation.ts';

type Size = { width: number; height: number };
type Colour = readonly [red: number, green: number, blue: number];

/** An XMP packet with properties of GPano. */
export function gpano(values: Record<string, string | number>): string {
  const attributes = Object.entries(values).map(([name, value]) => ` GPano:${name}="${value}"`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:GPano="http://ns.google.com/photos/1.0/panorama/"${attributes.join('')}/></rdf:RDF></x:xmpmeta>`;
}

/** GPano's projection and sizes, for a part of a whole sphere. */
export function areaOf({ width, height }: Size, whole: Size, left: number, top: number) {
  return {
    ProjectionType: 'equirectangular',
    FullPanoWidthPixels: whole.width,
    FullPanoHeightPixels: whole.height,
    CroppedAreaImageWidthPixels: width,
    CroppedAreaImageHeightPixels: height,
    CroppedAreaLeftPixels: left,
    CroppedAreaTopPixels: top,
  };
}

/**
 * Paints what a camera sees of a world.
 * @param turned where the front is in the picture, as for a camera in a call
 * @param colourAt the colour in a direction from the front, with a level horizon
 */
export function painted(
  { width, height }: Size,
  { left, top, ...shares }: Bounds,
  turned: Pick<SpherePicture, 'heading' | 'pitch' | 'roll'>,
  colourAt: (direction: Direction) => Colour,
): Sharp {
  const toWorld = reversed(toPicture(turned));
  const pixels = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const yaw = (left + ((x + 0.5) / width) * shares.width - 0.5) * 360;
      const pitch = (0.5 - top - ((y + 0.5) / height) * shares.height) * 180;
      pixels.set(colourAt(directionOf(toWorld(...vectorOf({ yaw, pitch })))), 3 * (y * width + x));
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
