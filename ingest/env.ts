import { z } from 'zod';
import { anyPort, logLevel, readEnvironment } from '#protocol/environment.ts';

const environmentSchema = z.object({
  RTMP_HOST: z.string().default('0.0.0.0'),
  RTMP_PORT: anyPort.default(1935),
  /** The WHIP endpoint to which streams go: the site's, or that of the only media server. */
  WHIP_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3001/whip'),
  LOG_LEVEL: logLevel.default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** @throws as `readEnvironment` */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  return readEnvironment(environmentSchema, source);
}

/** Every variable the process reads. */
export const INGEST_SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);
