import { z } from 'zod';

/** Location of media servers, named by an operator: `eu`, `us-west`. */
export const regionSchema = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'may have lowercase letters, digits and hyphens, 32 at most');

/** A media server of each region, if there are several to choose from. */
export const regionsSchema = z.array(z.object({ region: z.string(), url: z.string() }));
export type Regions = z.infer<typeof regionsSchema>;
