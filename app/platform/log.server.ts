import { pino } from 'pino';
import pretty from 'pino-pretty';
import { describeError } from '#db/describe-error.ts';
import { env } from './env.server.ts';

/** Readable lines on a terminal, otherwise JSON for log collectors. */
const destination = process.stdout.isTTY
  ? pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true })
  : process.stdout;

/** The web server's log. Never log secrets, room codes or query strings; errors go into `err`. */
export const logger = pino(
  { name: 'web', level: env.LOG_LEVEL, serializers: { err: describeError } },
  destination,
);
