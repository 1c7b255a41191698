import { recordAudit } from '#app/audit/record.server.ts';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { currentRequest } from '#app/platform/request-context.server.ts';
import { RetryLater } from '#protocol/errors.ts';
import { spend } from './rate-limits.server.ts';

/**
 * Records, once for each request, that someone who is logged in and no administrator asked for what is for
 * administrators.
 */
export async function recordRefusedAccess(): Promise<void> {
  const request = currentRequest();
  if (!request?.viewer || request.viewer.administers || request.isRefusalRecorded) return;
  request.isRefusalRecorded = true;
  try {
    // Reading is not limited, so that someone could otherwise fill the table.
    await spend('refusedAccess', request.viewer.id);
    await recordAudit(db, { action: 'ACCESS_REFUSED', after: { path: request.path } });
  } catch (error) {
    // They are refused either way.
    if (!(error instanceof RetryLater)) logger.error({ err: error }, 'refused access not recorded');
  }
}
