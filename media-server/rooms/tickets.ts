import { errors, jwtVerify } from 'jose';
import type { z } from 'zod';
import { ProtocolError } from '#protocol/errors.ts';
import {
  TICKET_ALGORITHM,
  TICKET_AUDIENCE,
  type TicketClaims,
  ticketClaimsSchema,
  USER_TICKET_AUDIENCE,
  type UserTicketClaims,
  userTicketClaimsSchema,
} from '#protocol/ticket.ts';

/** Tolerated difference between the clocks of web server and media server. */
const CLOCK_TOLERANCE_S = 5;

/**
 * Verifies the ticket for a seat and returns its claims.
 * @throws ProtocolError TICKET_INVALID
 */
export const readTicket = (ticket: string, secret: string): Promise<TicketClaims> =>
  read(ticket, secret, TICKET_AUDIENCE, ticketClaimsSchema);

/** The same for the ticket of a person without a seat. */
export const readUserTicket = (ticket: string, secret: string): Promise<UserTicketClaims> =>
  read(ticket, secret, USER_TICKET_AUDIENCE, userTicketClaimsSchema);

async function read<Claims>(
  ticket: string,
  secret: string,
  audience: string,
  schema: z.ZodType<Claims>,
): Promise<Claims> {
  const { payload } = await jwtVerify(ticket, new TextEncoder().encode(secret), {
    algorithms: [TICKET_ALGORITHM],
    audience,
    requiredClaims: ['exp'],
    clockTolerance: CLOCK_TOLERANCE_S,
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw new ProtocolError('TICKET_INVALID');
    throw error;
  });
  const claims = schema.safeParse(payload);
  if (!claims.success) throw new ProtocolError('TICKET_INVALID');
  return claims.data;
}
