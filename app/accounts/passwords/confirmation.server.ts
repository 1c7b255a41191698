import { eq } from 'drizzle-orm';
import { CONFIRM_INPUT } from '#app/forms/refusal.ts';
import { refund, spend } from '#app/http/limits/rate-limits.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { credential, session } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { verifyPassword } from './passwords.server.ts';
import { recordLockOut } from './refused-log-in.server.ts';

/**
 * Confirms the viewer's identity with their password, and the session with it.
 * @returns the viewer, confirmed
 * @throws ProtocolError WRONG_CREDENTIALS, RATE_LIMITED
 */
export async function confirmPassword(viewer: SignedIn, password: string): Promise<SignedIn> {
  await spend('password', viewer.id, () => recordLockOut('password', viewer.id));
  const [present] = await db
    .select({ passwordHash: credential.passwordHash })
    .from(credential)
    .where(eq(credential.userId, viewer.id));
  if (!(await verifyPassword(present?.passwordHash, password))) throw new ProtocolError('WRONG_CREDENTIALS');
  await refund('password', viewer.id);
  return noteConfirmed(viewer);
}

/** Records that the viewer has just proved their identity. @returns the viewer, confirmed */
export async function noteConfirmed(viewer: SignedIn): Promise<SignedIn> {
  const confirmedAt = new Date();
  await db.update(session).set({ confirmedAt }).where(eq(session.id, viewer.sessionId));
  return { ...viewer, confirmedAt };
}

/**
 * Requires proof of identity for a sensitive change: the password sent with the request, else a recent confirmation.
 * @throws ProtocolError CONFIRM_AGAIN, WRONG_CREDENTIALS, RATE_LIMITED
 */
export async function confirmNow(viewer: SignedIn, password: string | undefined): Promise<void> {
  if (password === undefined) requireConfirmed(viewer);
  else await confirmPassword(viewer, password);
}

/**
 * Confirms the viewer if the form came with their password for that.
 * @returns the viewer, confirmed or as before
 * @throws ProtocolError WRONG_CREDENTIALS with the field `confirmPassword`, RATE_LIMITED
 */
export async function confirmedBy(form: FormData, viewer: SignedIn): Promise<SignedIn> {
  const password = form.get(CONFIRM_INPUT);
  // The field is empty if the user confirmed with a passkey.
  if (typeof password !== 'string' || password === '') return viewer;
  return namingPassword(CONFIRM_INPUT, confirmPassword(viewer, password.slice(0, 200)));
}

/** Names the field whose password was wrong. */
export function namingPassword<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ProtocolError) || error.code !== 'WRONG_CREDENTIALS') throw error;
    throw new ProtocolError(error.code, [{ path, message: 'is wrong' }]);
  });
}
