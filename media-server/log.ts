import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from '#db/describe-error.ts';
import type { Environment } from './env.ts';

export type Log = Logger;

/**
 * Creates the process's log. Whatever grants access to a room (codes, tickets, resume tokens, holders' keys) is never
 * passed to it: rooms are identified by their row's id.
 */
export function createLog(level: Environment['LOG_LEVEL'], node: string): Log {
  // At a terminal, lines for people; JSON for whatever else collects them.
  const destination = process.stdout.isTTY
    ? pretty({ ignore: 'node', translateTime: 'SYS:HH:MM:ss', singleLine: true })
    : process.stdout;
  return pino({ name: 'media', level, base: { node }, serializers: { err: describeError } }, destination);
}
