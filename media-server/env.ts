import { isIPv6 } from 'node:net';
import { availableParallelism, hostname } from 'node:os';
import { z } from 'zod';
import {
  anyPort,
  commaList,
  databaseUrl,
  logLevel,
  readEnvironment,
  secrets,
} from '#protocol/environment.ts';
import { regionSchema } from '#protocol/region.ts';

/** Limit for MEDIA_DRAIN_SECONDS; no call lasts much longer than a day. */
const MAX_DRAIN_S = 7 * 24 * 3600;

/** Limit and default for MEDIA_MBPS: in effect unlimited. */
const MAX_MBPS = 1_000_000;

const environmentSchema = z
  .object({
    DATABASE_URL: databaseUrl,
    TICKET_SECRET: secrets,
    MEDIA_HOST: z.string().default('127.0.0.1'),
    MEDIA_PORT: anyPort.default(3001),
    MEDIA_HEALTH_PORT: anyPort.default(3002),
    MEDIA_URL: z
      .url({ protocol: /^wss?$/ })
      .nullable()
      .default(null),
    /**
     * Number of proxies that append to X-Forwarded-For on every path to this server. The web server's `/realtime` is
     * one; with MEDIA_URL, a TLS proxy takes its place. 0: browsers connect directly, and the header is ignored.
     */
    MEDIA_TRUST_PROXY: z.coerce.number().int().min(0).default(1),
    /** Capacity of this machine: rooms per worker, and Mbit/s each way. */
    MEDIA_ROOMS_PER_WORKER: z.coerce.number().int().min(1).max(10_000).default(100),
    MEDIA_MBPS: z.coerce.number().int().min(1).max(MAX_MBPS).default(MAX_MBPS),
    /** New rooms prefer the node whose region is nearest to the host. */
    MEDIA_REGION: regionSchema.nullable().default(null),
    MEDIA_NODE_ID: z.string().max(128).default(hostname()),
    /**
     * Addresses at which browsers reach this machine's RTC ports, if they differ from its own: one per address family.
     */
    MEDIA_ANNOUNCED_ADDRESS: commaList
      .refine(
        (addresses) => new Set(addresses.map(isIPv6)).size === addresses.length,
        'may name one IPv4 address or host name, and one IPv6 address',
      )
      .default([]),
    /** Worker i listens on UDP and TCP port RTC_PORT + i. 0: any free ports. */
    RTC_PORT: anyPort.default(44_400),
    MEDIA_WORKERS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    TURN_URLS: commaList.pipe(z.array(z.string().regex(/^(stuns?|turns?):/))).default([]),
    TURN_SECRET: z.string().nullable().default(null),
    /** How long running calls may continue after a stop signal. */
    MEDIA_DRAIN_SECONDS: z.coerce.number().int().min(0).max(MAX_DRAIN_S).default(20),
    LOG_LEVEL: logLevel.default('info'),
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

/** @throws as `readEnvironment` */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  return readEnvironment(environmentSchema, source);
}

/** Every variable the media server reads, except MEDIASOUP_WORKER_BIN, which mediasoup reads itself. */
export const MEDIA_SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);
