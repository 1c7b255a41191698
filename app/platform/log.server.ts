import { pino } from 'pino';
import pretty from 'pino-pretty';
import { env } from './env.server.ts';

/** At a terminal, lines for people; JSON for whatever else collects them. */
const destination = process.stdout.isTTY
  ? pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true })
  : process.stdout;

/** The web server's log. Never give it secrets, room codes or query strings. */
export const logger = pino({ name: 'web', level: env.LOG_LEVEL }, destination);
