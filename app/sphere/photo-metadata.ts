import { z } from 'zod';
import { hasSphereShape, type PhotoSphere, type Size, sphereByShape } from './photo-sphere.ts';

const share = z.number().min(0).max(1);

/** A photograph's metadata as it is stored and answered. */
export const photoSphereSchema: z.ZodType<PhotoSphere> = z.object({
  bounds: z
    .object({ left: share, top: share, width: share, height: share })
    .meta({ description: "The part of the whole sphere's map that it shows, as shares of the map" }),
  pose: z
    .object({ heading: z.number(), pitch: z.number(), roll: z.number() })
    .meta({ description: 'How the camera was held, in degrees: GPano:Pose…Degrees' }),
  view: z
    .object({ heading: z.number().nullable(), pitch: z.number().nullable() })
    .meta({ description: 'The direction to look in first, in degrees: GPano:InitialView…Degrees' }),
});

/** XMP packets have less than 64 kB in JPEG files; elsewhere, longer ones are not searched. */
const MAX_LENGTH = 1024 * 1024;
const NAMESPACE = /xmlns:([\w-]+)\s*=\s*["']http:\/\/ns\.google\.com\/photos\/1\.0\/panorama\/["']/;

const number = z
  .string()
  .trim()
  .regex(/^[+-]?\d+(\.\d+)?$/)
  .transform(Number);
const pixels = number.pipe(z.int().min(0));
const angle = (most: number) => number.pipe(z.number().min(-most).max(most));
const sizeSchema = z.object({
  FullPanoWidthPixels: pixels.pipe(z.int().min(1)),
  FullPanoHeightPixels: pixels.pipe(z.int().min(1)),
  CroppedAreaImageWidthPixels: pixels.pipe(z.int().min(1)),
  CroppedAreaImageHeightPixels: pixels.pipe(z.int().min(1)),
  CroppedAreaLeftPixels: pixels,
  CroppedAreaTopPixels: pixels,
});
const poseSchema = z.object({
  ProjectionType: z.string().trim().toLowerCase().pipe(z.literal('equirectangular')),
  UsePanoramaViewer: z.string().trim().toLowerCase().default('true'),
  PoseHeadingDegrees: angle(360).default(0),
  PosePitchDegrees: angle(90).default(0),
  PoseRollDegrees: angle(180).default(0),
  InitialViewHeadingDegrees: angle(360).optional(),
  InitialViewPitchDegrees: angle(90).optional(),
});

/** Difference between the shapes of the picture and of the cropped area, as a share, that rounding explains. */
const SHAPE_SLACK = 0.01;

/**
 * Reads the metadata by which a photograph says that it is a 360° one:
 * https://developers.google.com/streetview/spherical-metadata
 * @param xmp the file's XMP packet
 * @param size of the file's picture; it may be scaled since the metadata was written
 * @returns also whether it says that it is to be shown in 360°; null if there is no such metadata, it is invalid or not
 *   equirectangular, or it contradicts itself or the picture
 */
export function readPhotoSphere(xmp: string, size: Size): { sphere: PhotoSphere; isShown: boolean } | null {
  const values = valuesIn(xmp);
  const described = poseSchema.safeParse(values);
  const bounds = boundsIn(values, size);
  if (!described.success || !bounds) return null;
  const { data } = described;
  const sphere = {
    bounds,
    pose: {
      heading: data.PoseHeadingDegrees,
      pitch: data.PosePitchDegrees,
      roll: data.PoseRollDegrees,
    },
    view: {
      heading: data.InitialViewHeadingDegrees ?? null,
      pitch: data.InitialViewPitchDegrees ?? null,
    },
  };
  return { sphere, isShown: data.UsePanoramaViewer !== 'false' };
}

/** The properties of the panorama namespace, written as attributes or as elements. */
function valuesIn(xmp: string): Record<string, string> {
  const prefix = xmp.length <= MAX_LENGTH ? NAMESPACE.exec(xmp)?.[1] : undefined;
  if (!prefix) return {};
  const attributes = xmp.matchAll(new RegExp(`\\s${prefix}:(\\w+)\\s*=\\s*["']([^"'<>]*)["']`, 'g'));
  const elements = xmp.matchAll(new RegExp(`<${prefix}:(\\w+)(?:\\s[^<>]*)?>([^<>]*)</`, 'g'));
  return Object.fromEntries(
    [...attributes, ...elements].map(([, name = '', value = '']) => [name, value] as const),
  );
}

function boundsIn(values: Record<string, string>, size: Size): PhotoSphere['bounds'] | null {
  // Programs that write no sizes mean a whole sphere.
  if (!Object.keys(sizeSchema.shape).some((name) => name in values))
    return hasSphereShape(size) ? sphereByShape(size).bounds : null;
  const { data } = sizeSchema.safeParse(values);
  if (!data) return null;
  const whole = { width: data.FullPanoWidthPixels, height: data.FullPanoHeightPixels };
  const area = { width: data.CroppedAreaImageWidthPixels, height: data.CroppedAreaImageHeightPixels };
  const [left, top] = [data.CroppedAreaLeftPixels, data.CroppedAreaTopPixels];
  if (left + area.width > whole.width || top + area.height > whole.height) return null;
  const stretched = (area.width * size.height) / (area.height * size.width);
  if (Math.abs(stretched - 1) > SHAPE_SLACK) return null;
  return {
    left: left / whole.width,
    top: top / whole.height,
    width: area.width / whole.width,
    height: area.height / whole.height,
  };
}
