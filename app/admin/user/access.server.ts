import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { endSessionAs, endSessionsOf } from '#app/accounts/sessions/sessions.server.ts';
import { type ShownSession, shownSessions } from '#app/accounts/settings/shown-sessions.server.ts';
import { liftSuspension, suspend, suspensionSchema } from '#app/accounts/suspension.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import type { Done } from '../done.ts';
import type { SentForm } from '../row-extra.ts';

/** A user's suspension and logins. */
export type Access = {
  suspendedAt: Date | null;
  reason: string | null;
  /** The administrator's own account, which they cannot suspend. */
  own: boolean;
  sessions: ShownSession[];
};

export async function accessOf(viewer: SignedIn, userId: string): Promise<Access> {
  const { suspendedAt, suspensionReason } = user;
  const [row] = await db.select({ suspendedAt, suspensionReason }).from(user).where(eq(user.id, userId));
  return {
    suspendedAt: row?.suspendedAt ?? null,
    reason: row?.suspensionReason ?? null,
    own: viewer.id === userId,
    sessions: await shownSessions(viewer, userId),
  };
}

const INTENTS = ['suspend', 'lift', 'endSession', 'endSessions'] as const;
type AccessIntent = (typeof INTENTS)[number];

/** The form's intent, if it is one about a user's access. */
export function accessIntent(form: FormData): AccessIntent | undefined {
  return z.enum(INTENTS).safeParse(textOf(form, 'intent')).data;
}

/**
 * Handles the forms about a user's access.
 * @throws ProtocolError INVALID_DATA, CONFIRM_AGAIN, and as the services
 */
export async function changeAccess(
  { viewer, id: userId, form, origin }: SentForm,
  intent: AccessIntent,
): Promise<Done> {
  requireConfirmed(viewer);
  switch (intent) {
    case 'suspend': {
      const fields = suspensionSchema.safeParse({ reason: textOf(form, 'reason') });
      if (!fields.success) throw invalidData(fields.error);
      await suspend(viewer, userId, fields.data, origin);
      return 'suspended';
    }
    case 'lift':
      await liftSuspension(viewer, userId, origin);
      return 'lifted';
    case 'endSession': {
      const id = z.uuid().safeParse(form.get('id'));
      if (id.success) await endSessionAs(viewer, id.data).catch(endedAlready);
      return 'sessionsEnded';
    }
    case 'endSessions':
      await endSessionsOf(viewer, userId).catch(endedAlready);
      return 'sessionsEnded';
  }
}

function endedAlready(error: unknown): void {
  if (!(error instanceof ProtocolError) || error.code !== 'NOT_FOUND') throw error;
}
