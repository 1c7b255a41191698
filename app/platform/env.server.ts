import { z } from 'zod';
import { commaList, databaseUrl, logLevel, port, readEnvironment, secret } from '#protocol/environment.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' });

const webSocketOrigins = commaList
  .pipe(z.array(z.url({ protocol: /^wss?$/, error: 'must be ws:// or wss:// addresses' })))
  .transform((urls) => urls.map((url) => new URL(url).origin));

/** The usual placeholders: zoom, column and row of a tile. */
const tilesUrl = httpUrl
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
    DATABASE_URL: databaseUrl,
    /** Signs the cookies, and derives the tokens of emailed links. */
    COOKIE_SECRET: secret,
    /** Signs the tickets; the media server has the same one. */
    TICKET_SECRET: secret,
    /** Where people reach the site, if that is not what their requests say. */
    PUBLIC_URL: httpUrl.optional(),
    /** The mail server, as in `smtps://user:password@host`; without one, mails are kept in MAIL_FOLDER. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
    /** Whom mails are from. */
    MAIL_FROM: z.string().default('Panocall <panocall@localhost>'),
    MAIL_FOLDER: z.string().default('.data/mail'),
    /** Where `/realtime` is proxied to. */
    MEDIA_INTERNAL_URL: httpUrl.default('http://127.0.0.1:3001'),
    /** Comma list: the media servers that browsers reach without the proxy. */
    MEDIA_URL: webSocketOrigins.optional(),
    /** How many proxies stand before this server. */
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    /** Where pictures are kept, unless S3_BUCKET is set. */
    STORAGE_FOLDER: z.string().default('.data/files'),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    /** Where it is not Amazon's. */
    S3_ENDPOINT: httpUrl.optional(),
    /** Without them the AWS SDK looks where it always does: its own variables, files and roles. */
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** Where browsers get the pictures of maps; their data have to be OpenStreetMap's, whom the maps name. */
    MAP_TILES_URL: tilesUrl.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
    TLS_CERT_FILE: z.string().optional(),
    TLS_KEY_FILE: z.string().optional(),
    LOG_LEVEL: logLevel.default('info'),
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

/** @throws as `readEnvironment` */
export function parseEnv(source: Record<string, string | undefined>): Env {
  return readEnvironment(envSchema, source);
}

/** The web server's environment. */
export const env = parseEnv(process.env);
