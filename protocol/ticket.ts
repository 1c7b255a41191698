import { z } from 'zod';
import { seatNameSchema } from './channel.ts';

export const TICKET_AUDIENCE = 'panocall-media';
export const TICKET_ALGORITHM = 'HS256';

/** What the web server signs (a JWT) and the media server verifies. */
export const ticketClaimsSchema = z.object({
  /** The room code. */
  room: z.string(),
  seat: seatNameSchema,
  /** Who sits there: an opaque key of the browser, so that the same person may come back. */
  holder: z.string(),
  /** The signed-in user's id, or null. */
  user: z.string().nullable(),
});

export type TicketClaims = z.infer<typeof ticketClaimsSchema>;
