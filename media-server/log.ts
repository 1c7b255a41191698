import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from '#db/describe-error.ts';
import type { Environment } from './env.ts';

export type Log = Logger;

/**
 * Creates the process's log. Secrets that grant access to a room (codes, tickets, resume tokens, holders' keys) are
 * never logged: rooms are identified by their row's id.
 */
export function createLog(level: Environment['LOG_LEVEL'], node: string): Log {
  // Readable lines in a terminal; JSON otherwise.
  const destination = process.stdout.isTTY
    ? pretty({ ignore: 'node', translateTime: 'SYS:HH:MM:ss', singleLine: true })
    : process.stdout;
  return pino({ name: 'media', level, base: { node }, serializers: { err: describeError } }, destination);
}
