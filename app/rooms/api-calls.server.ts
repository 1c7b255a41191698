import { z } from 'zod';
import { id } from '#app/entities/fields.ts';
import { type ApiCalls, BODY_REFUSALS, done, WRITE_REFUSALS } from '#app/http/answers/api-call.server.ts';
import { seatNameSchema } from '#protocol/channel.ts';
import { roomPeopleSchema } from '#protocol/person.ts';
import { regionSchema, regionsSchema } from '#protocol/region.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatAnswerSchema } from '#protocol/ticket.ts';
import { madeRoomSchema, newKeyedRoom, roomFactsSchema } from './keyed-schema.ts';
import { requestedChannelSchema } from './rooms.server.ts';

const codeParams = z.object({ token: z.string().meta({ description: 'The room code' }) });

/** Calls that create rooms and use their codes. */
export const ROOM_CALLS = {
  heartbeat: {
    at: 'GET /api/pinga/heartbeat',
    tag: 'pinga',
    summary: 'Whether calls are currently possible, in which regions, and by which version',
    answer: {
      description: 'Calls are possible. Of several regions, a media server each, to find the nearest',
      schema: z.object({
        regions: regionsSchema,
        version: z
          .string()
          .meta({ description: "Of the web server: a release's, as the changelog names it" }),
      }),
    },
    refuses: [],
  },
  makeRoom: {
    at: 'GET /api/channel/ticket',
    tag: 'channel',
    summary: 'Creates a room with the requesting browser as its host',
    query: z.object({
      region: regionSchema
        .optional()
        .meta({ description: 'The nearest region; an unknown one is as good as none' }),
    }),
    answer: { description: 'The room code, and when it expires', schema: newRoomSchema },
    refuses: [
      'NOT_SIGNED_IN',
      'ADDRESS_BLOCKED',
      'CROSS_SITE',
      'RATE_LIMITED',
      'INVALID_DATA',
      'FULL',
      'TOO_MANY_ROOMS',
    ],
  },
  checkCode: {
    at: 'GET /api/channel/check/{token}',
    tag: 'channel',
    summary: 'Whether a guest may enter with this room code, or wait for its host',
    params: codeParams,
    answer: { description: 'The code is valid', schema: newRoomSchema.pick({ token: true }) },
    refuses: ['NOT_SIGNED_IN', 'CODE_INVALID', 'RATE_LIMITED'],
  },
  takeSeat: {
    at: 'POST /api/channel/seat/{token}',
    tag: 'channel',
    summary: 'A ticket for a seat on the media server, valid for one minute',
    params: codeParams,
    body: z.object({
      seat: seatNameSchema,
      rejoin: z.boolean().default(false).meta({
        description: 'Go on with a call that ended less than two minutes ago, if it was not ended for good',
      }),
      claim: z.string().max(64).optional().meta({
        description:
          "Of the host's link to a room that was made with an API key: the first browser that sends it becomes the host's",
      }),
    }),
    answer: { description: 'The ticket and the media server to use it on', schema: seatAnswerSchema },
    refuses: [
      ...BODY_REFUSALS,
      ...WRITE_REFUSALS,
      'CODE_INVALID',
      'CODE_EXPIRED',
      'CODE_USED',
      'SEAT_TAKEN',
      'CHANNEL_ENDED',
      'FULL',
      'TOO_MANY_ROOMS',
    ],
  },
  readPeople: {
    at: 'GET /api/channel/people/{token}',
    tag: 'channel',
    summary: 'Who is in a room: for its host and guest both, for others with an open code the host',
    params: codeParams,
    answer: { description: 'The accounts of the two seats; null without one', schema: roomPeopleSchema },
    refuses: ['NOT_SIGNED_IN', 'CODE_INVALID', 'RATE_LIMITED'],
  },
  readRequestedChannel: {
    at: 'GET /api/channel/requested/{id}',
    tag: 'channel',
    summary: 'A room, for its host or guest',
    params: z.object({
      id: z.string().meta({ description: 'Its id, its code, or the id of the request that led to it' }),
    }),
    answer: { description: 'The room', schema: requestedChannelSchema },
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND', 'RATE_LIMITED'],
  },
  makeKeyedRoom: {
    at: 'POST /api/room',
    tag: 'room',
    summary: 'Creates a room for two people of another product, with an API key of the scope `room:create`',
    description:
      "The host's link opens the host's seat in the first browser that follows it; the guest's, the other seat as long as it is free. Neither is shown again.",
    body: newKeyedRoom,
    answer: { status: 201, description: 'The room and its links', schema: madeRoomSchema },
    refuses: [...BODY_REFUSALS, ...WRITE_REFUSALS, 'FORBIDDEN', 'TOO_MANY_ROOMS'],
  },
  readKeyedRoom: {
    at: 'GET /api/room/{id}',
    tag: 'room',
    summary: 'A room that a key of the same owner made, with an API key of the scope `room:read`',
    params: z.object({ id }),
    answer: { description: 'The room', schema: roomFactsSchema },
    refuses: ['NOT_SIGNED_IN', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
  },
  endKeyedRoom: {
    at: 'DELETE /api/room/{id}',
    tag: 'room',
    summary: 'Ends a room for both people, with an API key of the scope `room:end`',
    params: z.object({ id }),
    answer: done('It has ended'),
    refuses: [...WRITE_REFUSALS, 'FORBIDDEN', 'NOT_FOUND'],
  },
} satisfies ApiCalls;
