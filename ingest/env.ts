import { z } from 'zod';
import { anyPort, commaList, logLevel, readEnvironment } from '#protocol/environment.ts';
import { cameraHostSchema } from '#protocol/pull.ts';

const environmentSchema = z.object({
  RTMP_HOST: z.string().default('0.0.0.0'),
  RTMP_PORT: anyPort.default(1935),
  /** The WHIP endpoint to which streams go: the site's, or that of the only media server. */
  WHIP_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3001/whip'),
  /** Hosts, with their ports, of cameras that may be pulled by RTSP or SRT. */
  CAMERA_HOSTS: commaList.pipe(z.array(cameraHostSchema)).default([]),
  /** Where the web server asks for such a camera, if there are hosts; not public. */
  PULL_HOST: z.string().default('127.0.0.1'),
  PULL_PORT: anyPort.default(3006),
  LOG_LEVEL: logLevel.default('info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** @throws as `readEnvironment` */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  return readEnvironment(environmentSchema, source);
}

/** Every variable the process reads. */
export const INGEST_SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);
