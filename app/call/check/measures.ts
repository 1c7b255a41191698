import { z } from 'zod';

const positive = z.number().positive();

/** What the camera delivers: pixels, frames/s. */
const cameraSchema = z.object({ width: positive, height: positive, framesPerSecond: z.number().min(0) });
/**
 * Encoder and its speed for frames of this size; null where the browser does not allow measuring it. `hardware` as the
 * browser reports it.
 */
const encoderSchema = z.object({
  hardware: z.boolean(),
  width: positive,
  height: positive,
  framesPerSecond: z.number().min(0).nullable(),
});
/** `largest`: width of the largest texture, in pixels. `processor`: WebGL runs on the CPU. */
const displaySchema = z.object({ largest: positive, processor: z.boolean() });
/**
 * Upload to the media server: bit/s, and round trip in ms. `more`: the connection may carry more, but no more was
 * tried.
 */
const uplinkSchema = z.object({
  bitrate: z.number().min(0),
  roundTrip: z.number().nullable(),
  more: z.boolean(),
});

/** Results for a camera, this device and its connection; null for what was not measured. */
export const measuresSchema = z.object({
  camera: cameraSchema.nullable(),
  encoder: encoderSchema.nullable(),
  display: displaySchema.nullable(),
  uplink: uplinkSchema.nullable(),
});

export type Measures = z.infer<typeof measuresSchema>;
export type CameraMeasure = z.infer<typeof cameraSchema>;
export type EncoderMeasure = z.infer<typeof encoderSchema>;
export type DisplayMeasure = z.infer<typeof displaySchema>;
export type UplinkMeasure = z.infer<typeof uplinkSchema>;
/** `loudest`: RMS of an interval, in dB of full scale. */
export type MicrophoneMeasure = { loudest: number };
