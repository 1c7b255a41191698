import { logger } from '#app/platform/log.server.ts';
import { isOutage } from '#app/platform/outage.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Logs an outage and makes UNAVAILABLE of it; any other error stays what it is. */
export function namingOutage(error: unknown): unknown {
  if (!isOutage(error)) return error;
  logger.error({ err: error }, 'request failed for an outage');
  return new ProtocolError('UNAVAILABLE');
}
