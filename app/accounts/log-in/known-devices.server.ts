import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { siteCookie } from '#app/http/viewers/cookie.server.ts';
import { db } from '#app/platform/database.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { knownDevice } from '#db/schema/index.ts';

/** Longest time browsers keep a cookie, in s (draft-ietf-httpbis-rfc6265bis, section 5.5). */
export const DEVICE_KNOWN_S = 400 * 24 * 60 * 60;

/** Cookie that marks a browser someone has logged in with, whichever the account; it grants no access. */
const deviceCookie = siteCookie('device', { httpOnly: true, maxAge: DEVICE_KNOWN_S });

/**
 * Records that a user has logged in with a device, identified by its cookie. A client without the cookie is identified
 * by its User-Agent and address, so that a program that keeps no cookies is announced once rather than at every login.
 * @param address the client's
 */
export async function noteDevice(
  userId: string,
  request: Request,
  address: string,
): Promise<{ isKnown: boolean; setCookie: string }> {
  const sent = z
    .string()
    .min(1)
    .max(100)
    .safeParse(await deviceCookie.read(request));
  const token = sent.data ?? newToken();
  const tokenHashes = [hashToken(token), hashToken(`${request.headers.get('User-Agent')} ${address}`)];
  const noted = await db
    .insert(knownDevice)
    .values(tokenHashes.map((tokenHash) => ({ userId, tokenHash })))
    .onConflictDoUpdate({
      target: [knownDevice.userId, knownDevice.tokenHash],
      set: { lastSeenAt: sql`now()` },
    })
    // A row's xmax is 0 only if it was inserted.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return {
    isKnown: noted.some(({ isNew }) => !isNew),
    setCookie: await deviceCookie.serialize(token, request),
  };
}
