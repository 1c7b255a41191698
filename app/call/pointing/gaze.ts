import { z } from 'zod';

/** Where a viewer looks in the other side's sphere, in degrees. */
const gazeSchema = z.object({
  /** When, by the sender's clock, in ms since 1970: of two, the later one counts. */
  at: z.number(),
  /** Positive to the right; 0 is the camera's front. */
  yaw: z.number().min(-180).max(180),
  /** Positive up. */
  pitch: z.number().min(-90).max(90),
  /** Vertical field of view. */
  fov: z.number().min(1).max(150),
  /** Width of the view by its height. */
  aspect: z.number().min(0.1).max(10),
  /** A place that is shown to the viewer turns their view there. */
  along: z.boolean().default(false),
});

export type Gaze = z.infer<typeof gazeSchema>;

/** What goes over the data channel `gaze`; null when the viewer sees all of it, or does not want to tell. */
const messageSchema = z.union([gazeSchema, z.object({ at: z.number(), yaw: z.null() })]);

export type GazeMessage = z.infer<typeof messageSchema>;

/** To a tenth of a degree. */
export function encodeGaze(message: GazeMessage): string {
  return JSON.stringify(message, (_, value) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  );
}

/** Null for what is none. */
export function decodeGaze(data: string | ArrayBuffer): GazeMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return messageSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
