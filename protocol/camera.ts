import { z } from 'zod';
import { LENS_FOV, type Lenses, MAX_BLEND, RADIUS, USUAL_LENSES } from './lenses.ts';
import { projectionSchema } from './projection.ts';
import { qualitySchema } from './video-quality.ts';

export const CAMERA_TYPES = [
  'ALL_CAM',
  'NO_CAM',
  'INTEGRATED_CAM',
  'MOBILE_FRONT',
  'MOBILE_BACK',
  'INSTA360_ONE_X',
  'INSTA360_X2',
  'INSTA360_X3',
  'INSTA360_X4',
  'INSTA360_R',
  'INSTA360_RS',
  'INSTA360_SPHERE',
  'INSTA360_AIR',
  'INSTA360_OTHER',
  'RICOH_THETA',
] as const;

/** Layout of the two eyes' pictures. */
export const STEREO_LAYOUTS = ['mono', 'top-bottom', 'left-right'] as const;

const circleSchema = z.object({
  x: z.number().min(0).max(1),
  y: z.number().min(0).max(1),
  rx: z.number().min(RADIUS.rx.min).max(RADIUS.rx.max),
  ry: z.number().min(RADIUS.ry.min).max(RADIUS.ry.max),
});

const lensesSchema: z.ZodType<Lenses> = z.object({
  back: circleSchema,
  front: circleSchema,
  fov: z.number().min(LENS_FOV.min).max(LENS_FOV.max),
  blend: z.number().min(0).max(MAX_BLEND),
});

/** A seat's camera settings; sent with the stream, may change during the call. */
export const cameraSchema = z.object({
  cameraType: z.enum(CAMERA_TYPES),
  quality: qualitySchema,
  projection: projectionSchema,
  stereo: z.enum(STEREO_LAYOUTS),
  /**
   * Where the front is in the picture: degrees to the right of its middle and up, as a viewer would look there; roll:
   * degrees by which a viewer would tilt their head to the right for a level horizon.
   */
  heading: z.number().min(-180).max(180),
  pitch: z.number().min(-90).max(90).default(0),
  roll: z.number().min(-180).max(180).default(0),
  /** A program beside the page sends it to the seat, by WHIP: the page sends no camera. */
  streamed: z.literal(true).optional(),
  /** Used for dual fisheye. */
  lenses: lensesSchema.default(USUAL_LENSES),
});

export type Camera = z.infer<typeof cameraSchema>;
export type CameraType = Camera['cameraType'];
