import { availableParallelism, hostname } from 'node:os';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const commaList = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''));

/** An empty variable, as in a copied `.env.example`, counts as unset. */
const withoutBlanks = (source: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));

const environmentSchema = z
  .object({
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    TICKET_SECRET: z.string().min(32),
    MEDIA_HOST: z.string().default('127.0.0.1'),
    MEDIA_PORT: port.default(3001),
    MEDIA_HEALTH_PORT: port.default(3002),
    MEDIA_URL: z
      .url({ protocol: /^wss?$/ })
      .nullable()
      .default(null),
    MEDIA_NODE_ID: z.string().max(128).default(hostname()),
    /** The address at which browsers reach this machine's RTC ports, if it isn't one of its own. */
    MEDIA_ANNOUNCED_ADDRESS: z.string().nullable().default(null),
    /** Worker i listens on UDP and TCP port RTC_PORT + i. 0: any free ports. */
    RTC_PORT: port.default(44_400),
    MEDIA_WORKERS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    TURN_URLS: commaList.pipe(z.array(z.string().regex(/^(stuns?|turns?):/))).default([]),
    TURN_SECRET: z.string().nullable().default(null),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine((env) => env.TURN_SECRET !== null || !env.TURN_URLS.some((url) => url.startsWith('turn')), {
    path: ['TURN_SECRET'],
    message: 'is required when TURN_URLS contains a TURN server',
  })
  .refine((env) => env.RTC_PORT + env.MEDIA_WORKERS <= 65_536, {
    path: ['RTC_PORT'],
    message: 'leaves too few ports for MEDIA_WORKERS',
  });

export type Environment = z.infer<typeof environmentSchema>;

/**
 * Reads the process's environment.
 * @throws Error with one line per missing or invalid variable; values are not repeated.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const parsed = environmentSchema.safeParse(withoutBlanks(source));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid environment variables:\n${lines.join('\n')}`);
}
