import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { toString as drawQrCode } from 'qrcode';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import { totp, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { noteFactorChange } from './factor-change.server.ts';
import { lockFactors, recoveryCodesIfFirst } from './factors.server.ts';
import { seal, unseal } from './sealed.server.ts';

/** Settings every authenticator app supports: six digits, a new code every 30 seconds (RFC 6238, section 5.2). */
const PERIOD_S = 30;
const CODE = /^\d{6}$/;
/** Steps a clock may be off, either way (RFC 6238, section 6). */
const WINDOW = 1;
/** How long an unconfirmed secret is shown, in s. */
const SET_UP_S = 30 * 60;

/** Time step of an instant. @param ms since 1970 */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / PERIOD_S);
}

/** Time step that a code belongs to; null if it belongs to none within the window. @param now ms since 1970 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!CODE.test(token)) return null;
  const epoch = Math.floor(now / 1000);
  const result = verifySync({ secret, token, epoch, period: PERIOD_S, epochTolerance: WINDOW * PERIOD_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

/** Makes a secret for the user's app, replacing an unconfirmed one. A confirmed one stays. */
export async function beginTotp({ id }: SignedIn): Promise<void> {
  // Only current and later codes count. `lastStep` also dates the secret.
  const made = { secret: seal(generateSecret(), id), lastStep: stepAt(Date.now()) - WINDOW - 1 };
  await db
    .insert(totp)
    .values({ userId: id, ...made })
    .onConflictDoUpdate({ target: totp.userId, set: made, setWhere: isNull(totp.confirmedAt) });
}

export async function cancelTotp({ id }: SignedIn): Promise<void> {
  await db.delete(totp).where(and(eq(totp.userId, id), isNull(totp.confirmedAt)));
}

/** Data for the app, until its first code has been entered. */
export type TotpSetUp = {
  /** Base32, in groups of four. */
  secret: string;
  /** An SVG as a data URL. */
  qrCode: string;
};

/** Set-up that awaits its first code; null without one, or if it was begun too long ago. */
export async function totpSetUp({ id }: SignedIn): Promise<TotpSetUp | null> {
  const [row] = await db
    .select({ sealed: totp.secret, lastStep: totp.lastStep, username: user.username })
    .from(totp)
    .innerJoin(user, eq(user.id, totp.userId))
    .where(and(eq(totp.userId, id), isNull(totp.confirmedAt)));
  if (!row || row.lastStep < stepAt(Date.now() - SET_UP_S * 1000)) return null;
  const secret = unseal(row.sealed, id);
  if (!secret) return null;
  const uri = generateURI({ issuer: siteName(), label: row.username, secret });
  const svg = await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M' });
  return {
    secret: secret.replace(/.{4}(?=.)/g, '$& '),
    qrCode: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  };
}

/**
 * Confirms the set-up with a first code.
 * @returns recovery codes, if this is the account's first second factor
 * @throws ProtocolError WRONG_CODE
 */
export function confirmTotp({ id }: SignedIn, code: string, origin: string): Promise<string[] | null> {
  return inTransaction(async (tx) => {
    await lockFactors(tx, id);
    const [row] = await tx
      .select({ sealed: totp.secret, lastStep: totp.lastStep })
      .from(totp)
      .where(and(eq(totp.userId, id), isNull(totp.confirmedAt)));
    const step = row && acceptedStep(id, row, code);
    if (!step) throw new ProtocolError('WRONG_CODE');
    const codes = await recoveryCodesIfFirst(tx, id);
    await tx.update(totp).set({ confirmedAt: new Date(), lastStep: step }).where(eq(totp.userId, id));
    await noteFactorChange(tx, id, 'totpAdded', origin);
    return codes;
  });
}

/** Uses up a code of the user's app: each works once. @returns whether the code was right */
export async function spendTotp(userId: string, code: string): Promise<boolean> {
  const confirmed = and(eq(totp.userId, userId), isNotNull(totp.confirmedAt));
  const [row] = await db.select({ sealed: totp.secret, lastStep: totp.lastStep }).from(totp).where(confirmed);
  const step = row && acceptedStep(userId, row, code);
  if (!step) return false;
  const spent = await db
    .update(totp)
    .set({ lastStep: step })
    // A concurrent request may have spent it.
    .where(and(confirmed, lt(totp.lastStep, step)))
    .returning({ userId: totp.userId });
  return spent.length > 0;
}

function acceptedStep(
  userId: string,
  { sealed, lastStep }: { sealed: string; lastStep: number },
  code: string,
): number | null {
  const secret = unseal(sealed, userId);
  if (!secret) {
    logger.warn(
      { userId },
      'a TOTP secret cannot be decrypted: none of COOKIE_SECRET is that with which it was sealed',
    );
    return null;
  }
  const step = stepOf(secret, code, Date.now());
  return step !== null && step > lastStep ? step : null;
}
