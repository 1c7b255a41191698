import { recordAudit } from '#app/audit/record.server.ts';
import type { Limit } from '#app/http/limits/rate-limits.server.ts';
import { db } from '#app/platform/database.server.ts';

/**
 * Records a login with a wrong name or password in the audit trail. The entry has the account but never the name typed:
 * people sometimes type their password there.
 * @param accountId undefined if no account has that name
 */
export function recordRefusedLogIn(accountId: string | undefined): Promise<void> {
  return recordAudit(db, { action: 'LOG_IN_REFUSED', ...about(accountId), actorId: null });
}

/**
 * Records in the audit trail that a limit was reached.
 * @param accountId account whose password was tried; undefined for limits by network and for unknown names
 */
export function recordLockOut(limit: Limit, accountId: string | undefined): Promise<void> {
  return recordAudit(db, { action: 'LOCKED_OUT', ...about(accountId), after: { limit } });
}

const about = (accountId: string | undefined) =>
  accountId === undefined ? {} : { entity: 'user', rowId: accountId };
