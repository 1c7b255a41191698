import { recordAudit } from '#app/audit/record.server.ts';
import type { Limit } from '#app/http/limits/rate-limits.server.ts';
import { db } from '#app/platform/database.server.ts';

/**
 * Tells the audit trail of a log-in with a wrong name or password. Of the name it tells only whose it is: where people
 * type a name that there is not, they also type passwords.
 * @param accountId undefined if there is no account of that name
 */
export function recordRefusedLogIn(accountId: string | undefined): Promise<void> {
  return recordAudit(db, { action: 'LOG_IN_REFUSED', ...about(accountId), actorId: null });
}

/**
 * Tells it that a limit was reached.
 * @param accountId whose password was tried; undefined for limits by network, and names that there are not
 */
export function recordLockOut(limit: Limit, accountId: string | undefined): Promise<void> {
  return recordAudit(db, { action: 'LOCKED_OUT', ...about(accountId), after: { limit } });
}

const about = (accountId: string | undefined) =>
  accountId === undefined ? {} : { entity: 'user', rowId: accountId };
