import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import { originOf } from '#app/http/origin.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { db } from '#app/platform/database.server.ts';
import { violatedConstraint } from '#app/platform/postgres-error.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { passkey, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { openChallenge, takeChallenge } from './challenges.server.ts';
import { noteFactorChange } from './factor-change.server.ts';
import { lockFactors, recoveryCodesIfFirst } from './factors.server.ts';
import { PASSKEYS_MAX, type PasskeyView, type Registration } from './schemas.ts';

/** New challenge: the browser's options as JSON, and the header that sets the challenge's cookie. */
export type Ceremony = { options: Record<string, unknown>; setCookie: string };

/** The site as passkeys identify it: they work on this host only, and no other site can ask for them. */
export function relyingParty(request: Request): { expectedOrigin: string; expectedRPID: string } {
  const expectedOrigin = originOf(request);
  return { expectedOrigin, expectedRPID: new URL(expectedOrigin).hostname };
}

/** The user's passkeys, oldest first. */
export function listPasskeys(userId: string): Promise<PasskeyView[]> {
  return db
    .select({
      id: passkey.id,
      createdAt: passkey.createdAt,
      name: passkey.name,
      lastUsedAt: passkey.lastUsedAt,
    })
    .from(passkey)
    .where(eq(passkey.userId, userId))
    .orderBy(asc(passkey.createdAt), asc(passkey.id));
}

/** Creates a challenge to register a passkey. @throws ProtocolError WRONG_STATE if the user already has PASSKEYS_MAX */
export async function askForNewPasskey({ id }: SignedIn, request: Request): Promise<Ceremony> {
  const [owner] = await db.select({ username: user.username }).from(user).where(eq(user.id, id));
  if (!owner) throw new ProtocolError('NOT_SIGNED_IN');
  const known = await credentialsOf(id);
  if (known.length >= PASSKEYS_MAX) throw new ProtocolError('WRONG_STATE');
  const options = await generateRegistrationOptions({
    rpName: siteName(),
    rpID: relyingParty(request).expectedRPID,
    userName: owner.username,
    userDisplayName: owner.username,
    userID: new TextEncoder().encode(id),
    excludeCredentials: known,
    // With user verification a passkey counts as two factors: the device, and its owner's finger, face or PIN.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const { challenge } = options;
  return {
    options: { ...options },
    setCookie: await openChallenge('REGISTER_PASSKEY', { userId: id, challenge }, request),
  };
}

/** The user's credentials, in the form browsers expect. */
export function credentialsOf(userId: string): Promise<{ id: string; transports: string[] }[]> {
  return db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId));
}

/**
 * Stores the passkey that `askForNewPasskey` asked for.
 * @returns recovery codes, if this is the account's first second factor
 * @throws ProtocolError PASSKEY_REFUSED; WRONG_STATE if the user already has PASSKEYS_MAX; ALREADY_EXISTS
 */
export async function addPasskey(
  { id: userId }: SignedIn,
  { response, name }: { response: Registration; name: string },
  request: Request,
): Promise<{ passkey: PasskeyView; recoveryCodes: string[] | null }> {
  const asked = await takeChallenge('REGISTER_PASSKEY', request);
  if (!asked?.challenge || asked.userId !== userId) throw new ProtocolError('PASSKEY_REFUSED');
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge: asked.challenge,
    ...relyingParty(request),
    requireUserVerification: true,
  }).catch(refused);
  if (!made) throw new ProtocolError('PASSKEY_REFUSED');
  const { id: credentialId, publicKey, counter } = made.credential;
  return inTransaction(async (tx) => {
    await lockFactors(tx, userId);
    if ((await tx.$count(passkey, eq(passkey.userId, userId))) >= PASSKEYS_MAX)
      throw new ProtocolError('WRONG_STATE');
    const recoveryCodes = await recoveryCodesIfFirst(tx, userId);
    const [row] = await tx
      .insert(passkey)
      .values({
        userId,
        credentialId,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: response.response.transports ?? [],
        backedUp: made.credentialBackedUp,
        name,
      })
      .returning({
        id: passkey.id,
        createdAt: passkey.createdAt,
        name: passkey.name,
        lastUsedAt: passkey.lastUsedAt,
      });
    if (!row) throw new Error('The passkey was not written');
    await noteFactorChange(tx, userId, 'passkeyAdded', originOf(request));
    return { passkey: row, recoveryCodes };
  }).catch((error: unknown) => {
    throw violatedConstraint(error) ? new ProtocolError('ALREADY_EXISTS') : error;
  });
}

/** Replaces the library's Error, which only describes the cause in English. */
export function refused(): never {
  throw new ProtocolError('PASSKEY_REFUSED');
}

/** @throws ProtocolError NOT_FOUND */
export async function renamePasskey({ id }: SignedIn, passkeyId: string, name: string): Promise<void> {
  const renamed = await db
    .update(passkey)
    .set({ name })
    .where(and(eq(passkey.id, passkeyId), eq(passkey.userId, id)))
    .returning({ id: passkey.id });
  if (renamed.length === 0) throw new ProtocolError('NOT_FOUND');
}
