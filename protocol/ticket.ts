import { z } from 'zod';
import { seatNameSchema } from './channel.ts';
import { controlModesSchema } from './control-modes.ts';
import { keyedRoomSchema } from './keyed-room.ts';

export const TICKET_AUDIENCE = 'panocall-media';
export const TICKET_ALGORITHM = 'HS256';
/** Validity of a ticket, in ms. */
export const TICKET_TTL_MS = 60_000;

/** Claims of the JWT that the web server signs and the media server verifies. */
export const ticketClaimsSchema = z.object({
  /** The room code. */
  room: z.string(),
  seat: seatNameSchema,
  /** The holder of the seat: an opaque key of the browser, so that the same person can come back. */
  holder: z.string(),
  /** The id of the logged-in user, or null. */
  user: z.string().nullable(),
  /** The holder wants to continue a call that may have ended. */
  rejoin: z.boolean().default(false),
});

export type TicketClaims = z.infer<typeof ticketClaimsSchema>;

/**
 * Audience of the tickets with which a person's pages receive notifications: the two kinds of tickets are not
 * interchangeable.
 */
export const USER_TICKET_AUDIENCE = 'panocall-user';

export const userTicketClaimsSchema = z.object({
  /** The id of the logged-in user. */
  user: z.uuid(),
});

export type UserTicketClaims = z.infer<typeof userTicketClaimsSchema>;

/** What a browser needs to take its seat on the media server. */
export const seatTicketSchema = z.object({
  ticket: z.string(),
  /** The media server's WebSocket address; null: the site's own `/realtime`. */
  url: z.string().nullable(),
});

export type SeatTicket = z.infer<typeof seatTicketSchema>;

/**
 * Where a program that streams sends the camera of a room's host: by WHIP (RFC 9725), with the key as its bearer token, or
 * by RTMP, if this site takes it, with the key as the stream's name. And where a camera is asked for that is pulled by RTSP
 * or SRT (`pullSchema`), if this site pulls any.
 */
export const ingestSchema = z.object({
  whip: z.url(),
  rtmp: z
    .url({ protocol: /^rtmp$/ })
    .nullable()
    .default(null),
  pull: z.url().nullable().default(null).meta({
    description:
      "Takes `{ address }` of a camera by POST, with the key as the bearer token, and connects to it by RTSP or SRT; null if this site's operator allows none",
  }),
  key: z.string(),
});

export type Ingest = z.infer<typeof ingestSchema>;

/** Where a player that is no browser shows what a room's host sends: by WHEP, with the key as its bearer token. */
export const watchSchema = z.object({ whep: z.url(), key: z.string() });

export type Watch = z.infer<typeof watchSchema>;

export const seatAnswerSchema = seatTicketSchema.extend({
  controlModes: controlModesSchema
    .default([])
    .meta({ description: "How a host's account lets others direct them" }),
  keyed: keyedRoomSchema
    .nullable()
    .default(null)
    .meta({ description: 'Of a room that was made with an API key' }),
  ingest: ingestSchema.nullable().default(null).meta({
    description: "Of the host's seat: where a program sends its camera, and its key",
  }),
});

export type SeatAnswer = z.infer<typeof seatAnswerSchema>;

/** A seat requested before its call began, as by the page of an invitation. */
export type RequestedSeat = SeatTicket & Partial<Pick<SeatAnswer, 'keyed'>>;
