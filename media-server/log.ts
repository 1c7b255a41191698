import { DrizzleQueryError } from 'drizzle-orm';
import { type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';
import type { Environment } from './env.ts';

export type Log = Logger;

/**
 * Opens the process's log. What lets somebody into a room (codes, tickets, resume tokens, holders' keys) is never
 * handed to it: rooms are named by their row's id.
 */
export function createLog(level: Environment['LOG_LEVEL'], node: string): Log {
  // At a terminal, lines for people; JSON for whatever else collects them.
  const destination = process.stdout.isTTY
    ? pretty({ ignore: 'node', translateTime: 'SYS:HH:MM:ss', singleLine: true })
    : process.stdout;
  return pino({ name: 'media', level, base: { node }, serializers: { err: describeError } }, destination);
}

/** A failed query names its parameters, which codes and keys are among; what the database said does not. */
export function describeError(error: unknown): unknown {
  const told = error instanceof DrizzleQueryError ? error.cause : error;
  return told instanceof Error ? stdSerializers.err(told) : told;
}
