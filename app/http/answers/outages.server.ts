import { logger } from '#app/platform/log.server.ts';
import { isOutage } from '#app/platform/outage.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** Logs an outage and converts it to UNAVAILABLE; returns any other error unchanged. */
export function namingOutage(error: unknown): unknown {
  if (!isOutage(error)) return error;
  logger.error({ err: error }, 'request failed for an outage');
  return new ProtocolError('UNAVAILABLE');
}
