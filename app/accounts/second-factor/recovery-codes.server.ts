import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { hashToken } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { recoveryCode } from '#db/schema/index.ts';
import { noteFactorChange } from './factor-change.server.ts';

const CODES = 10;
/** Crockford's base 32: no letter looks like another or like a digit (https://www.crockford.com/base32.html). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** With 112 bits or more, a fast hash is enough to store them (OWASP ASVS 5, 6.5.2). */
const GROUPS = 6;
const GROUP_LENGTH = 4;

/** 120 random bits: `7k2m-x9pq-d4hn-0vtw-3f8c-a1rz`. Accounts may have older ones, of four groups. */
function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** With the user, so that one guess cannot be compared with the codes of all. */
function hashCode(userId: string, code: string): string {
  return hashToken(`recovery code of ${userId}: ${canonical(code)}`);
}

/** As typed by hand: in any case, with or without hyphens, with letters for the digits that they look like. */
function canonical(code: string): string {
  return code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Replaces the user's recovery codes. @returns the new ones, which are stored as hashes only */
export async function makeRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  await dropRecoveryCodes(tx, userId);
  const codes = Array.from({ length: CODES }, newCode);
  await tx.insert(recoveryCode).values(codes.map((code) => ({ userId, codeHash: hashCode(userId, code) })));
  return codes;
}

export async function dropRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

/** How many are left. */
export function countRecoveryCodes(userId: string): Promise<number> {
  return db.$count(recoveryCode, eq(recoveryCode.userId, userId));
}

/**
 * Uses up a recovery code, and emails the user that it was used.
 * @param origin the site's, for the link in the email
 * @returns whether it was one of the user's; of concurrent uses, one is
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
