import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { hashToken } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { recoveryCode } from '#db/schema/index.ts';
import { noteFactorChange } from './factor-change.server.ts';

const CODES = 10;
/**
 * Crockford's base 32, without letters that look like another letter or digit (https://www.crockford.com/base32.html).
 */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** Groups per code: with 112 bits or more, a fast hash is enough for storage (OWASP ASVS 5, 6.5.2). */
const GROUPS = 6;
const GROUP_LENGTH = 4;

/** 120 random bits: `7k2m-x9pq-d4hn-0vtw-3f8c-a1rz`. Accounts may have older codes of four groups. */
function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The hash includes the user, so that a guess cannot be checked against everyone's codes at once. */
function hashCode(userId: string, code: string): string {
  return hashToken(`recovery code of ${userId}: ${canonical(code)}`);
}

/** Normalises a typed code: any case, with or without hyphens, letters for the digits they resemble. */
function canonical(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Replaces the user's recovery codes. @returns the new ones; only their hashes are stored */
export async function makeRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = Array.from({ length: CODES }, newCode);
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code) })));
  return codes;
}

export async function dropRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

/** Number of unused codes. */
export function countRecoveryCodes(userId: string): Promise<number> {
  return db.$count(recoveryCode, eq(recoveryCode.userId, userId));
}

/**
 * Uses up a recovery code and emails the user about it.
 * @param origin the site's, for the link in the email
 * @returns whether it was one of the user's; only one of several concurrent uses succeeds
 */
export function spendRecoveryCode(userId: string, code: string, origin: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const used = await tx
      .delete(recoveryCode)
      .where(and(eq(recoveryCode.userId, userId), eq(recoveryCode.codeHash, hashCode(userId, code))))
      .returning({ id: recoveryCode.id });
    if (used.length > 0) await noteFactorChange(tx, userId, 'recoveryCodeUsed', origin);
    return used.length > 0;
  });
}
