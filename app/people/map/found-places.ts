import { z } from 'zod';

export const MAX_PLACE_LENGTH = 100;

/** Places found by a name, the best first, and who knew them: the geocoder, or the site, which knows cities alone. */
export const foundSchema = z.object({
  by: z.enum(['geocoder', 'cities']),
  places: z.array(
    z.object({
      name: z.string(),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
  ),
});
export type Found = z.infer<typeof foundSchema>;
export type FoundPlace = Found['places'][number];
