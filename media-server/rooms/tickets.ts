import { errors, jwtVerify } from 'jose';
import { ProtocolError } from '#protocol/errors.ts';
import {
  TICKET_ALGORITHM,
  TICKET_AUDIENCE,
  type TicketClaims,
  ticketClaimsSchema,
} from '#protocol/ticket.ts';

/** Tolerated difference between the clocks of web server and media server. */
const CLOCK_TOLERANCE_S = 5;

/**
 * Verifies a ticket and returns its claims.
 * @throws ProtocolError TICKET_INVALID
 */
export async function readTicket(ticket: string, secret: string): Promise<TicketClaims> {
  const { payload } = await jwtVerify(ticket, new TextEncoder().encode(secret), {
    algorithms: [TICKET_ALGORITHM],
    audience: TICKET_AUDIENCE,
    requiredClaims: ['exp'],
    clockTolerance: CLOCK_TOLERANCE_S,
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw new ProtocolError('TICKET_INVALID');
    throw error;
  });
  const claims = ticketClaimsSchema.safeParse(payload);
  if (!claims.success) throw new ProtocolError('TICKET_INVALID');
  return claims.data;
}
