import { z } from 'zod';
import { filled, id, instant } from '#app/entities/fields.ts';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { channelStatusSchema, endReasonSchema } from '#protocol/channel.ts';
import { projectionSchema } from '#protocol/projection.ts';
import { ingestSchema, watchSchema } from '#protocol/ticket.ts';
import { QUALITIES, qualitySchema } from '#protocol/video-quality.ts';

/** How long a room may wait for its guest, in minutes. */
const WAITS = { least: 1, most: 24 * 60, usual: 60 };

/** Settings of a room created with an API key. */
export const newKeyedRoom = z.strictObject({
  expiresInMinutes: z
    .int()
    .min(WAITS.least)
    .max(WAITS.most)
    .default(WAITS.usual)
    .meta({ description: 'How long it waits for its guest' }),
  projection: projectionSchema
    .nullable()
    .default(null)
    .meta({ description: "How the host's picture maps to directions, unless they choose otherwise" }),
  quality: qualitySchema.nullable().default(null),
  returnUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null)
    .meta({
      description:
        "Where people go on from the end of the call: of one of the key's origins. It gets the parameters `panocall_room` and `panocall_end`",
    }),
  ingest: z.boolean().default(false).meta({
    description: "The host's camera is sent by a program, by WHIP or RTMP, unless they choose otherwise",
  }),
  watch: z.boolean().default(false).meta({
    description:
      'A player that is no browser may show what the host sends, by WHEP. Such a call is not encrypted end to end',
  }),
  hostName: filled(60).nullable().default(null),
  guestName: filled(60).nullable().default(null),
});

export const madeRoomSchema = z.object({
  id,
  code: z.string(),
  hostUrl: z.string(),
  guestUrl: z.string(),
  ingest: ingestSchema.nullable().meta({
    description:
      'Where the program sends the camera, and with which key; null unless `ingest` was asked for. It is refused while the host is not on their page',
  }),
  watch: watchSchema.nullable().meta({
    description: 'Where a player asks, and with which key; null unless `watch` was asked for',
  }),
  expiresAt: instant,
});

export const roomFactsSchema = z.object({
  id,
  status: channelStatusSchema,
  createdAt: instant,
  expiresAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  endReason: endReasonSchema.nullable(),
  durationMs: z.int().nullable().meta({ description: 'From start to end; null until there are both' }),
  hostHere: z.boolean().meta({ description: "Whether a browser has followed the host's link" }),
  guestHere: z.boolean().meta({ description: 'Whether a guest has entered' }),
  cameraType: z.enum(CAMERA_TYPES).nullable(),
  videoQuality: z.enum(QUALITIES).nullable(),
});
