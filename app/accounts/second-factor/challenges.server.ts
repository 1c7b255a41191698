import { and, eq, gt } from 'drizzle-orm';
import { siteCookie } from '#app/http/viewers/cookie.server.ts';
import { db } from '#app/platform/database.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { type CHALLENGE_PURPOSES, challenge } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

type Purpose = (typeof CHALLENGE_PURPOSES)[number];

const MINUTE_MS = 60_000;

function kind(cookieName: string, ttlMs: number) {
  return { ttlMs, cookie: siteCookie(cookieName, { httpOnly: true, maxAge: ttlMs / 1000 }) };
}

const toSign = kind('passkey', 5 * MINUTE_MS);
const KINDS: Record<Purpose, ReturnType<typeof kind>> = {
  REGISTER_PASSKEY: toSign,
  USE_PASSKEY: toSign,
  SECOND_FACTOR: kind('second-factor', 10 * MINUTE_MS),
};

const fields = { userId: challenge.userId, challenge: challenge.challenge };

/**
 * Stores a challenge for the browser. Only that browser can answer it, and a newer challenge replaces it.
 * @returns the header that sets the challenge's cookie
 * @throws ProtocolError NOT_SIGNED_IN if the account no longer exists
 */
export async function openChallenge(
  purpose: Purpose,
  asked: { userId: string | null; challenge?: string },
  request: Request,
): Promise<string> {
  const { ttlMs, cookie } = KINDS[purpose];
  const token = newToken();
  const expiresAt = new Date(Date.now() + ttlMs);
  await db
    .insert(challenge)
    .values({ ...asked, purpose, tokenHash: hashToken(token), expiresAt })
    .catch((error: unknown) => {
      // The account was deleted meanwhile.
      if (violatedConstraint(error) !== 'challenge_user_id_user_id_fk') throw error;
      throw new ProtocolError('NOT_SIGNED_IN');
    });
  return cookie.serialize(token, request);
}

/** Finds the browser's open challenge; undefined without one. */
export async function findChallenge(purpose: Purpose, request: Request) {
  const [row] = await db
    .select(fields)
    .from(challenge)
    .where(await ofBrowser(purpose, request));
  return row;
}

/** Deletes and returns the browser's open challenge; only one of several concurrent calls gets it. */
export async function takeChallenge(purpose: Purpose, request: Request) {
  const [row] = await db
    .delete(challenge)
    .where(await ofBrowser(purpose, request))
    .returning(fields);
  return row;
}

/** Header that removes a challenge's cookie. */
export function clearChallenge(purpose: Purpose, request: Request): Promise<string> {
  return KINDS[purpose].cookie.clear(request);
}

async function ofBrowser(purpose: Purpose, request: Request) {
  const token = await KINDS[purpose].cookie.read(request);
  return and(
    eq(challenge.tokenHash, hashToken(typeof token === 'string' ? token : '')),
    eq(challenge.purpose, purpose),
    gt(challenge.expiresAt, new Date()),
  );
}
