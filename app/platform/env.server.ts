import { z } from 'zod';
import {
  anyPort,
  commaList,
  databaseUrl,
  logLevel,
  port,
  readEnvironment,
  secrets,
} from '#protocol/environment.ts';
import { REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';
import { cameraHostSchema } from '#protocol/pull.ts';
import { isPrivate } from './private-url.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s):// address' });

const webSocketOrigins = commaList
  .pipe(z.array(z.url({ protocol: /^wss?$/, error: 'must be ws:// or wss:// addresses' })))
  .transform((urls) => urls.map((url) => new URL(url).origin));

/** Placeholders for a tile's zoom, column and row. */
const tilesUrl = httpUrl
  .refine(
    (url) => ['{z}', '{x}', '{y}'].every((place) => url.includes(place)),
    'must have {z}, {x} and {y} in it',
  )
  .refine((url) => !new URL(url).hostname.includes('{'), 'must have a host without placeholders');

const webhookSecrets = commaList.pipe(z.array(z.string().min(20, 'must have at least 20 characters')).min(1));

const vapidKey = (bytes: number) =>
  z
    .string()
    .refine(
      (key) => Buffer.from(key, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url: make both with npx web-push generate-vapid-keys`,
    );

const envSchema = z
  .object({
    /** No default: React, Remix and Express read the variable too and must see the same value. */
    NODE_ENV: z.enum(['development', 'production', 'test']),
    HOST: z.string().default('0.0.0.0'),
    PORT: port.default(3000),
    /** Address of the metrics endpoint; not public. */
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: anyPort.default(3005),
    DATABASE_URL: databaseUrl,
    /** Signs cookies, and derives keys and the tokens of emailed links. */
    COOKIE_SECRET: secrets,
    /** Signs the tickets; shared with the media server. */
    TICKET_SECRET: secrets,
    /** The site's public origin, if requests do not reveal it. */
    PUBLIC_URL: httpUrl.optional(),
    /** The mail server, e.g. `smtps://user:password@host`; without one, emails are stored in MAIL_FOLDER. */
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
    /** Sender of emails, unless administrators set another. */
    MAIL_FROM: z.string().default('panocall@localhost'),
    MAIL_FOLDER: z.string().default('.data/mail'),
    /** Internal URL of the media server, to which `/realtime` is proxied. */
    MEDIA_INTERNAL_URL: httpUrl.default('http://127.0.0.1:3001'),
    /** Port of the process that takes RTMP, at the site's host. Without it, RTMP is not offered. */
    RTMP_PORT: port.optional(),
    /** Hosts, with their ports, of cameras that the same process may pull by RTSP or SRT. Without any, this is not offered. */
    CAMERA_HOSTS: commaList.pipe(z.array(cameraHostSchema)).default([]),
    /** Internal URL of that process, to which `/pull` is proxied. */
    INGEST_INTERNAL_URL: httpUrl.default('http://127.0.0.1:3006'),
    /** Comma-separated URLs of media servers that browsers connect to without the proxy. */
    MEDIA_URL: webSocketOrigins.optional(),
    /** Number of proxies in front of this server. */
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    /** The folder for pictures, unless S3_BUCKET is set. */
    STORAGE_FOLDER: z.string().default('.data/files'),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    /** For S3-compatible stores other than Amazon's. */
    S3_ENDPOINT: httpUrl.optional(),
    /** Default: the AWS SDK's credential chain (its own variables, files and roles). */
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** How long browsers wait for a response of the API or of a media server, in ms. */
    API_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(600_000).default(REQUEST_TIMEOUT_MS),
    /** URL template of map tiles. Their data must be OpenStreetMap's, which the maps credit. */
    MAP_TILES_URL: tilesUrl.default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
    /** Search of a geocoder compatible with Nominatim, which finds places by name. Without one, only cities are known. */
    GEOCODER_URL: httpUrl.optional(),
    /** Stripe's secret key. Without one, payments are off. */
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_(test|live|sandbox)_/, 'must begin with sk_test_, rk_test_, sk_live_ or rk_live_')
      .optional(),
    /**
     * Verify Stripe's webhooks about the site's payments, and about streamers' accounts. Two values during a rotation.
     */
    STRIPE_WEBHOOK_SECRET: webhookSecrets.optional(),
    STRIPE_ACCOUNTS_SECRET: webhookSecrets.optional(),
    /** Port on this machine of the sandbox that replaces Stripe. */
    STRIPE_API_PORT: port.optional(),
    /** Key pair that signs messages to push services (RFC 8292), base64url. Without it, push is off. */
    VAPID_PUBLIC_KEY: vapidKey(65).optional(),
    VAPID_PRIVATE_KEY: vapidKey(32).optional(),
    /** Comma-separated hosts, with their port, of push services other than the known browsers'. */
    PUSH_HOSTS: commaList.default([]),
    /**
     * Hosts, with their ports, that webhooks may reach although they are private or not on HTTPS: for development and
     * tests.
     */
    WEBHOOK_HOSTS: commaList.default([]),
    TLS_CERT_FILE: z.string().optional(),
    TLS_KEY_FILE: z.string().optional(),
    LOG_LEVEL: logLevel.default('info'),
    /** `off` for benchmarks. */
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  })
  .refine((env) => env.RATE_LIMITS === 'on' || (env.HOST === '127.0.0.1' && env.PUBLIC_URL === undefined), {
    path: ['RATE_LIMITS'],
    error: 'may be off only with HOST=127.0.0.1 and without PUBLIC_URL: not on a public site',
  })
  .refine((env) => (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined), {
    path: ['TLS_KEY_FILE'],
    error: 'must be set together with TLS_CERT_FILE',
  })
  .refine((env) => (env.VAPID_PUBLIC_KEY === undefined) === (env.VAPID_PRIVATE_KEY === undefined), {
    path: ['VAPID_PRIVATE_KEY'],
    error: 'must be set together with VAPID_PUBLIC_KEY',
  })
  .refine((env) => (env.S3_ACCESS_KEY_ID === undefined) === (env.S3_SECRET_ACCESS_KEY === undefined), {
    path: ['S3_SECRET_ACCESS_KEY'],
    error: 'must be set together with S3_ACCESS_KEY_ID',
  })
  .refine(
    (env) =>
      new Set(
        [env.STRIPE_SECRET_KEY, env.STRIPE_WEBHOOK_SECRET, env.STRIPE_ACCOUNTS_SECRET].map(
          (value) => value === undefined,
        ),
      ).size === 1,
    {
      path: ['STRIPE_SECRET_KEY'],
      error: 'must be set together with STRIPE_WEBHOOK_SECRET and STRIPE_ACCOUNTS_SECRET',
    },
  )
  // Stripe does not accept the sandbox's key, and Stripe's keys must not be used with the sandbox.
  .refine(
    (env) =>
      (env.STRIPE_API_PORT !== undefined) === (env.STRIPE_SECRET_KEY?.startsWith('sk_sandbox_') ?? false),
    {
      path: ['STRIPE_API_PORT'],
      error: 'must be set for a key that begins with sk_sandbox_, and for no other',
    },
  )
  .refine(
    ({ STRIPE_API_PORT, PUBLIC_URL }) =>
      STRIPE_API_PORT === undefined || PUBLIC_URL === undefined || isPrivate(PUBLIC_URL),
    {
      path: ['STRIPE_API_PORT'],
      error: 'may not be set on a public site, as PUBLIC_URL says: no money would move',
    },
  )
  // The Host header can be forged, and emails contain links that grant access to an account.
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

/** Names of all variables the web server reads. */
export const WEB_SETTINGS: readonly string[] = Object.keys(envSchema.shape);
