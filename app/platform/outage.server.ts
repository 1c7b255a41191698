/**
 * PostgreSQL's errors while it starts, stops or is full
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const POSTGRES = new Set(['57P01', '57P02', '57P03', '53100', '53200', '53300', '53400']);
/** Errors of the `postgres` driver without a reachable server. */
const DRIVER = new Set(['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT']);
/** System errors: no connection, or no space for a file. */
const SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOSPC', 'EDQUOT']);
/** ENOENT of a Unix socket; for a file it is a bug of ours. */
const isConnecting = (error: Error) => 'syscall' in error && error.syscall === 'connect';

/** Causes may be circular. */
const MAX_DEPTH = 5;

/**
 * Whether a request failed because the database or the storage is unreachable or full, so that the same request may
 * succeed later.
 */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (POSTGRES.has(code) || code.startsWith('08') || DRIVER.has(code)) return true;
  if (SYSTEM.has(code)) return code !== 'ENOENT' || isConnecting(error);
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error.cause, ...errors].some((inner) => isOutage(inner, depth + 1));
}
