import { errors, jwtVerify } from 'jose';
import type { z } from 'zod';
import { openWithAny, type Secrets } from '#protocol/environment.ts';
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
export const readTicket = (ticket: string, secrets: Secrets): Promise<TicketClaims> =>
  read(ticket, secrets, TICKET_AUDIENCE, ticketClaimsSchema);

/** Verifies the ticket of a person without a seat, as `readTicket`. */
export const readUserTicket = (ticket: string, secrets: Secrets): Promise<UserTicketClaims> =>
  read(ticket, secrets, USER_TICKET_AUDIENCE, userTicketClaimsSchema);

async function read<Claims>(
  ticket: string,
  secrets: Secrets,
  audience: string,
  schema: z.ZodType<Claims>,
): Promise<Claims> {
  const options = {
    algorithms: [TICKET_ALGORITHM],
    audience,
    requiredClaims: ['exp'],
    clockTolerance: CLOCK_TOLERANCE_S,
  };
  const { payload } = await openWithAny(
    secrets,
    (secret) => jwtVerify(ticket, secret, options),
    (error) => error instanceof errors.JWSSignatureVerificationFailed,
  ).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw new ProtocolError('TICKET_INVALID');
    throw error;
  });
  const claims = schema.safeParse(payload);
  if (!claims.success) throw new ProtocolError('TICKET_INVALID');
  return claims.data;
}
