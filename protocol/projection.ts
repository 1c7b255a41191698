import { z } from 'zod';

/** How the camera's picture maps to directions. `half` is 180° (VR180). */
export const PROJECTIONS = ['flat', 'equirectangular', 'dual-fisheye', 'half'] as const;
export const projectionSchema = z.enum(PROJECTIONS);

export type Projection = z.infer<typeof projectionSchema>;
