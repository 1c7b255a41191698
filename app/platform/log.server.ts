import { pino } from 'pino';
import { env } from './env.server.ts';

/** The web server's log. Never give it secrets, room codes or query strings. */
export const logger = pino({ name: 'web', level: env.LOG_LEVEL });
