import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { and, eq, lt } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { passkey } from '#db/schema/index.ts';
import { noteConfirmed } from '../passwords/confirmation.server.ts';
import { openChallenge, takeChallenge } from './challenges.server.ts';
import { type Ceremony, credentialsOf, refused, relyingParty } from './passkeys.server.ts';
import type { Assertion } from './schemas.ts';

/**
 * Creates a challenge to use a passkey.
 * @param userId user whose passkeys are accepted; null for any passkey the browser offers
 */
export async function askForPasskey(userId: string | null, request: Request): Promise<Ceremony> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(request).expectedRPID,
    userVerification: 'required',
    ...(userId !== null && { allowCredentials: await credentialsOf(userId) }),
  });
  const { challenge } = options;
  return {
    options: { ...options },
    setCookie: await openChallenge('USE_PASSKEY', { userId, challenge }, request),
  };
}

/**
 * Verifies the browser's answer to `askForPasskey`. Each challenge allows one attempt.
 * @returns the passkey's user, and whether the challenge named that user
 * @throws ProtocolError PASSKEY_REFUSED, also for a copied passkey, whose signature counter is not above the stored
 *   one
 */
export async function acceptPasskey(
  response: Assertion,
  request: Request,
): Promise<{ userId: string; wasNamed: boolean }> {
  const asked = await takeChallenge('USE_PASSKEY', request);
  const [known] = await db.select().from(passkey).where(eq(passkey.credentialId, response.id));
  if (!asked?.challenge || !known) return refused();
  const { userId } = known;
  if (asked.userId !== null && asked.userId !== userId) return refused();
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId) return refused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: asked.challenge,
    ...relyingParty(request),
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch(refused);
  if (!verified) return refused();
  const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
  // Many passkeys do not count (0). A concurrent request may have raised the counter meanwhile.
  const isLatest = counter === 0 ? eq(passkey.counter, 0) : lt(passkey.counter, counter);
  const used = await db
    .update(passkey)
    .set({ counter, backedUp, lastUsedAt: new Date() })
    .where(and(eq(passkey.id, known.id), isLatest))
    .returning({ id: passkey.id });
  if (used.length === 0) return refused();
  return { userId, wasNamed: asked.userId !== null };
}

/**
 * Confirms the session with a passkey of its user.
 * @throws ProtocolError PASSKEY_REFUSED
 */
export async function confirmWithPasskey(
  viewer: SignedIn,
  response: Assertion,
  request: Request,
): Promise<void> {
  const { userId, wasNamed } = await acceptPasskey(response, request);
  if (userId !== viewer.id || !wasNamed) refused();
  await noteConfirmed(viewer);
}
