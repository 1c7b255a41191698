import { SignJWT } from 'jose';
import { env } from '#app/platform/env.server.ts';
import {
  TICKET_ALGORITHM,
  TICKET_AUDIENCE,
  TICKET_TTL_MS,
  type TicketClaims,
  USER_TICKET_AUDIENCE,
  type UserTicketClaims,
} from '#protocol/ticket.ts';

const key = new TextEncoder().encode(env.TICKET_SECRET[0]);

/** Signs a ticket for a seat on the media server, valid for one minute. */
export const signTicket = (claims: TicketClaims): Promise<string> => sign(claims, TICKET_AUDIENCE);

/** Signs a ticket for a user's page to receive their notifications, valid for one minute. */
export const signUserTicket = (claims: UserTicketClaims): Promise<string> =>
  sign(claims, USER_TICKET_AUDIENCE);

function sign(claims: TicketClaims | UserTicketClaims, audience: string): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: TICKET_ALGORITHM })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(new Date(Date.now() + TICKET_TTL_MS))
    .sign(key);
}
