import { z } from 'zod';

/** Where a viewer looks in the other side's sphere, in degrees. */
const gazeSchema = z.object({
  /** Time on the sender's clock, in ms since 1970: the later one of two messages counts. */
  at: z.number(),
  /** Positive to the right; 0 is the camera's front. */
  yaw: z.number().min(-180).max(180),
  /** Positive up. */
  pitch: z.number().min(-90).max(90),
  /** Vertical field of view. */
  fov: z.number().min(1).max(150),
  /** Width of the view divided by its height. */
  aspect: z.number().min(0.1).max(10),
  /** A marked place turns this viewer's view there. */
  along: z.boolean().default(false),
  /** Whether the other person may see it; if not, it only says which part of the picture to send in full detail. */
  shown: z.boolean().default(true),
  /** How fast yaw and pitch change, in degrees a second. */
  speed: z
    .object({ yaw: z.number().min(-10_000).max(10_000), pitch: z.number().min(-10_000).max(10_000) })
    .default({ yaw: 0, pitch: 0 }),
});

export type Gaze = z.infer<typeof gazeSchema>;

/** Message of the data channel `gaze`; null yaw if the viewer sees the whole picture, or tells nothing. */
const messageSchema = z.union([gazeSchema, z.object({ at: z.number(), yaw: z.null() })]);

export type GazeMessage = z.infer<typeof messageSchema>;

/** Rounds to a tenth of a degree. */
export function encodeGaze(message: GazeMessage): string {
  return JSON.stringify(message, (_, value) =>
    typeof value === 'number' ? Math.round(value * 10) / 10 : value,
  );
}

/** Null if it is not a valid gaze message. */
export function decodeGaze(data: string | ArrayBuffer): GazeMessage | null {
  if (typeof data !== 'string') return null;
  try {
    return messageSchema.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
