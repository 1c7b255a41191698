import { z } from 'zod';

/** How one person may direct the other: by voice, or with the direction pad. */
export const controlModeSchema = z.enum(['VOICE', 'PAD']);

export type ControlMode = z.infer<typeof controlModeSchema>;

export const controlModesSchema = z.array(controlModeSchema).max(controlModeSchema.options.length);
