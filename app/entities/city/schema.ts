import { z } from 'zod';
import { editable, filled, latitude, longitude } from '../fields.ts';

const own = {
  name: filled(100),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  latitude,
  longitude,
};

export const citySchema = { row: z.object({ ...editable, ...own }), create: z.object(own) };
