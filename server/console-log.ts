import { format } from 'node:util';
import { logger } from '#app/platform/log.server.ts';

/** Writes what libraries print, as of an address that cannot be decoded, to the log. */
export function logConsole(): void {
  const levels = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;
  const printing = Object.entries(levels).map(([method, level]) => [
    method,
    (...parts: unknown[]) => logger[level](format(...parts)),
  ]);
  Object.assign(console, Object.fromEntries(printing));
}
