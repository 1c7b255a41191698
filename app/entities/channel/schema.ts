import { z } from 'zod';
import { CAMERA_TYPES } from '#protocol/camera.ts';
import { channelStatusSchema, endReasonSchema } from '#protocol/channel.ts';
import { QUALITIES } from '#protocol/video-quality.ts';
import { id, identity, instant, latitude, longitude } from '../fields.ts';

/** A call. Read-only in the API. */
export const channelSchema = {
  row: z.object({
    ...identity,
    /** The room code. */
    token: z.string(),
    status: channelStatusSchema,
    endReason: endReasonSchema.nullable(),
    hostUserId: id.nullable(),
    guestUserId: id.nullable(),
    cameraType: z.enum(CAMERA_TYPES).nullable(),
    videoQuality: z.enum(QUALITIES).nullable(),
    /** The host's position while the room waited, if they agreed; visible to the guest only if they shared it. */
    latitude: latitude.nullable().optional(),
    longitude: longitude.nullable().optional(),
    placeShared: z.boolean(),
    expiresAt: instant,
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
  }),
};
