import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { anyPort, port, readEnvironment } from '#protocol/environment.ts';
import type { WantedPort } from '../processes/ports.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Folder of the embedded database, the secrets and the certificate. */
export const DATA_FOLDER = resolve(root, '.data');

/** Settings the supervisor itself needs. The servers validate the whole environment. */
const settingsSchema = z.object({
  HOST: z.string().default('0.0.0.0'),
  PORT: port.default(3000),
  MEDIA_HOST: z.string().default('127.0.0.1'),
  MEDIA_PORT: port.default(3001),
  MEDIA_HEALTH_PORT: port.default(3002),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** 0: any free port. */
  METRICS_PORT: anyPort.default(3005),
  /** Port for RTMP. */
  RTMP_PORT: port.optional(),
  /** Hosts of cameras that are pulled; empty for none. */
  CAMERA_HOSTS: z.string().default(''),
  PULL_PORT: port.default(3006),
  /** 0: any free ports. */
  RTC_PORT: anyPort.default(44_400),
  MEDIA_WORKERS: z.coerce.number().int().min(1).default(availableParallelism()),
  DATABASE_URL: z.string().optional(),
  COOKIE_SECRET: z.string().optional(),
  TICKET_SECRET: z.string().optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  PUBLIC_URL: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  SANDBOX_API_PORT: port.optional(),
  SANDBOX_PAGES_PORT: port.optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Loads `.env`; variables already in the environment take precedence. */
export function loadEnvFile(): void {
  const file = resolve(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** @throws as `readEnvironment` */
export function readSettings(): Settings {
  return readEnvironment(settingsSchema, process.env);
}

/** Ports on which the servers will listen. */
export function wantedPorts(settings: Settings): WantedPort[] {
  const { HOST, PORT, MEDIA_HOST, MEDIA_PORT, MEDIA_HEALTH_PORT, RTC_PORT, MEDIA_WORKERS } = settings;
  const { METRICS_HOST, METRICS_PORT } = settings;
  const rtcPorts =
    RTC_PORT === 0 ? [] : Array.from({ length: MEDIA_WORKERS }, (_, worker) => RTC_PORT + worker);
  return [
    { variable: 'PORT', port: PORT, host: HOST, protocol: 'tcp' },
    { variable: 'MEDIA_PORT', port: MEDIA_PORT, host: MEDIA_HOST, protocol: 'tcp' },
    { variable: 'MEDIA_HEALTH_PORT', port: MEDIA_HEALTH_PORT, host: MEDIA_HOST, protocol: 'tcp' },
    ...(METRICS_PORT === 0
      ? []
      : [{ variable: 'METRICS_PORT', port: METRICS_PORT, host: METRICS_HOST, protocol: 'tcp' as const }]),
    ...rtcPorts.flatMap((port) =>
      (['udp', 'tcp'] as const).map((protocol) => ({
        variable: 'RTC_PORT',
        port,
        host: '0.0.0.0',
        protocol,
      })),
    ),
  ];
}
