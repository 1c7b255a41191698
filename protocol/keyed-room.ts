import { z } from 'zod';
import { projectionSchema, qualitySchema } from './camera.ts';

/** What is said of a room that another product has made with an API key, for the two who sit there. */
export const keyedRoomSchema = z.object({
  id: z.uuid(),
  /** Names to show, of people without an account. */
  hostName: z.string().nullable(),
  guestName: z.string().nullable(),
  /** Where people go on from the end of the call. */
  returnUrl: z.string().nullable(),
  /** What the host sends, unless they choose otherwise. */
  projection: projectionSchema.nullable(),
  quality: qualitySchema.nullable(),
  /** Of the pages that may embed it, and hear of it. */
  origins: z.array(z.string()),
});

export type KeyedRoom = z.infer<typeof keyedRoomSchema>;
