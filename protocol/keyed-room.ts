import { z } from 'zod';
import { showHidden } from './hidden-characters.ts';
import { projectionSchema } from './projection.ts';
import { qualitySchema } from './video-quality.ts';

/** Data of a room that another product has created with an API key, for its host and guest. */
export const keyedRoomSchema = z.object({
  id: z.uuid(),
  /** Names to show for people without an account. */
  hostName: z.string().overwrite(showHidden).nullable(),
  guestName: z.string().overwrite(showHidden).nullable(),
  /** Where people are sent at the end of the call. */
  returnUrl: z.string().nullable(),
  /** Camera settings that the host sends, unless they choose otherwise. */
  projection: projectionSchema.nullable(),
  quality: qualitySchema.nullable(),
  /** A program sends the host's camera, unless they choose otherwise. False for an older server. */
  ingest: z.boolean().default(false),
  /** A player that is no browser may show the host's camera, so it is not encrypted end to end. False for an older server. */
  watch: z.boolean().default(false),
  /** Origins of the pages that may embed it, and receive its events. */
  origins: z.array(z.string()),
});

export type KeyedRoom = z.infer<typeof keyedRoomSchema>;
