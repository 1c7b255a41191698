import { SignJWT } from 'jose';
import { env } from '#app/platform/env.server.ts';
import { TICKET_TTL_MS } from '#protocol/limits.ts';
import { TICKET_ALGORITHM, TICKET_AUDIENCE, type TicketClaims } from '#protocol/ticket.ts';

const key = new TextEncoder().encode(env.TICKET_SECRET);

/** Signs a ticket for a seat on the media server, valid for one minute. */
export function signTicket(claims: TicketClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: TICKET_ALGORITHM })
    .setAudience(TICKET_AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + TICKET_TTL_MS))
    .sign(key);
}
