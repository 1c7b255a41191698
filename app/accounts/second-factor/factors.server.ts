import { and, eq, isNotNull } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { passkey, totp, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { noteFactorChange } from './factor-change.server.ts';
import { countRecoveryCodes, dropRecoveryCodes, makeRecoveryCodes } from './recovery-codes.server.ts';

export type Factors = {
  passkeys: number;
  /** Whether an authenticator app is set up. */
  totp: boolean;
  /** Number of unused codes. */
  recoveryCodes: number;
};

export async function factorsOf(userId: string): Promise<Factors> {
  const [recoveryCodes, counts] = await Promise.all([countRecoveryCodes(userId), count(db, userId)]);
  return { ...counts, recoveryCodes };
}

/** Whether login takes more than the password. */
export async function hasSecondFactor(userId: string, on: Database | Transaction = db): Promise<boolean> {
  const { passkeys, totp } = await count(on, userId);
  return passkeys > 0 || totp;
}

async function count(on: Database | Transaction, userId: string) {
  const passkeys = await on.$count(passkey, eq(passkey.userId, userId));
  const confirmed = await on.$count(totp, and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)));
  return { passkeys, totp: confirmed > 0 };
}

/** Locks a user's factors, so that concurrent changes run one after another. */
export async function lockFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: user.id }).from(user).where(eq(user.id, userId)).for('no key update');
}

/**
 * Makes recovery codes for the first second factor. Call before the factor is written, with the factors locked.
 * @returns new recovery codes, or null if the account already has a second factor
 */
export async function recoveryCodesIfFirst(tx: Transaction, userId: string): Promise<string[] | null> {
  return (await hasSecondFactor(userId, tx)) ? null : makeRecoveryCodes(tx, userId);
}

/** Removes the user's authenticator app. */
export function removeTotp({ id }: SignedIn, origin: string): Promise<void> {
  return inTransaction(async (tx) => {
    await lockFactors(tx, id);
    const removed = await tx
      .delete(totp)
      .where(eq(totp.userId, id))
      .returning({ confirmedAt: totp.confirmedAt });
    if (!removed.some(({ confirmedAt }) => confirmedAt)) return;
    await dropCodesAfterLast(tx, id);
    await noteFactorChange(tx, id, 'totpRemoved', origin);
  });
}

/** @throws ProtocolError NOT_FOUND */
export function removePasskey({ id }: SignedIn, passkeyId: string, origin: string): Promise<void> {
  return inTransaction(async (tx) => {
    await lockFactors(tx, id);
    const removed = await tx
      .delete(passkey)
      .where(and(eq(passkey.id, passkeyId), eq(passkey.userId, id)))
      .returning({ id: passkey.id });
    if (removed.length === 0) throw new ProtocolError('NOT_FOUND');
    await dropCodesAfterLast(tx, id);
    await noteFactorChange(tx, id, 'passkeyRemoved', origin);
  });
}

/** Recovery codes replace a second factor; without one they are useless. */
async function dropCodesAfterLast(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasSecondFactor(userId, tx))) await dropRecoveryCodes(tx, userId);
}

/** Replaces the user's recovery codes. @throws ProtocolError WRONG_STATE without a second factor */
export function renewRecoveryCodes({ id }: SignedIn, origin: string): Promise<string[]> {
  return inTransaction(async (tx) => {
    await lockFactors(tx, id);
    if (!(await hasSecondFactor(id, tx))) throw new ProtocolError('WRONG_STATE');
    const codes = await makeRecoveryCodes(tx, id);
    await noteFactorChange(tx, id, 'recoveryCodesMade', origin);
    return codes;
  });
}
