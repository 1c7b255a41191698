import { recordAudit } from '#app/audit/record.server.ts';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { currentRequest } from '#app/platform/request-context.server.ts';
import { RetryLater } from '#protocol/errors.ts';
import { spend } from './rate-limits.server.ts';

/**
 * Records, at most once per request, that a logged-in user who is not an administrator asked for administrators' data.
 */
export async function recordRefusedAccess(): Promise<void> {
  const request = currentRequest();
  if (!request?.viewer || request.viewer.administers || request.isRefusalRecorded) return;
  request.isRefusalRecorded = true;
  try {
    // Reads are not rate limited, so without a limit one user could fill the table.
    await spend('refusedAccess', request.viewer.id);
    await recordAudit(db, { action: 'ACCESS_REFUSED', after: { path: request.path } });
  } catch (error) {
    // The access is refused either way.
    if (!(error instanceof RetryLater)) logger.error({ err: error }, 'refused access not recorded');
  }
}
