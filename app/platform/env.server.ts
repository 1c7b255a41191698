import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);
const secret = z.string().min(32, 'must have at least 32 characters');
/** An empty value, as `.env` files leave it, is the same as none. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const webSocketOrigins = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^wss?$/, error: 'must be ws:// or wss:// addresses' })))
  .transform((urls) => urls.map((url) => new URL(url).origin));

/** The usual placeholders: zoom, column and row of a tile. */
const tilesUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s):// address' })
  .refine(
    (url) => ['{z}', '{x}', '{y}'].every((place) => url.includes(place)),
    'must have {z}, {x} and {y} in it',
  )
  .refine((url) => !new URL(url).hostname.includes('{'), 'must have a host without placeholders');

const envSchema = z
  .object({
    /** Without a default: React, Remix and Express read it too, and must read the same. */
    NODE_ENV: z.enum(['development', 'production', 'test']),
    HOST: z.string().default('0.0.0.0'),
    PORT: port.default(3000),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }),
    /** Signs the cookies. */
    COOKIE_SECRET: secret,
    /** Signs the tickets; the media server has the same one. */
    TICKET_SECRET: secret,
    /** Where people reach the site, if that is not what their requests say. */
    PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' })),
    /** The mail server, as in `smtps://user:password@host`; without one, mails are kept in MAIL_FOLDER. */
    SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
    /** Whom mails are from. */
    MAIL_FROM: optional(z.string()).transform((from) => from ?? 'Panocall <panocall@localhost>'),
    MAIL_FOLDER: optional(z.string()).transform((folder) => folder ?? '.data/mail'),
    /** Where `/realtime` is proxied to. */
    MEDIA_INTERNAL_URL: z
      .url({ protocol: /^https?$/, error: 'must be an http(s):// address' })
      .default('http://127.0.0.1:3001'),
    /** Comma list: the media servers that browsers reach without the proxy. */
    MEDIA_URL: optional(webSocketOrigins),
    /** How many proxies stand before this server. */
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    /** Where pictures are kept, unless S3_BUCKET is set. */
    STORAGE_FOLDER: optional(z.string()).transform((folder) => folder ?? '.data/files'),
    S3_BUCKET: optional(z.string()),
    S3_REGION: optional(z.string()),
    /** Where it is not Amazon's. */
    S3_ENDPOINT: optional(z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' })),
    /** Without them the AWS SDK looks where it always does: its own variables, files and roles. */
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    /** Where browsers get the pictures of maps; their data have to be OpenStreetMap's, whom the maps name. */
    MAP_TILES_URL: optional(tilesUrl).transform(
      (url) => url ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    ),
    TLS_CERT_FILE: optional(z.string()),
    TLS_KEY_FILE: optional(z.string()),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .refine((env) => (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined), {
    path: ['TLS_KEY_FILE'],
    error: 'must be set together with TLS_CERT_FILE',
  })
  .refine((env) => (env.S3_ACCESS_KEY_ID === undefined) === (env.S3_SECRET_ACCESS_KEY === undefined), {
    path: ['S3_SECRET_ACCESS_KEY'],
    error: 'must be set together with S3_ACCESS_KEY_ID',
  })
  // A request can say anything of the address it was sent to, and mails carry links that give an account away.
  .refine((env) => env.SMTP_URL === undefined || env.PUBLIC_URL !== undefined, {
    path: ['PUBLIC_URL'],
    error: 'must be set together with SMTP_URL',
  });

export type Env = z.infer<typeof envSchema>;

/** @throws {Error} whose message names each variable that is missing or wrong. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const result = envSchema.safeParse(source);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name}: ${source[name] ? message : 'is not set'}`;
  });
  throw new Error(`Invalid environment variables:\n${problems.join('\n')}`);
}

/** The web server's environment. */
export const env = parseEnv(process.env);
