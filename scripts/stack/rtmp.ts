import { spawnSync } from 'node:child_process';
import type { WantedPort } from '../processes/ports.ts';
import type { Settings } from './settings.ts';

const USUAL_PORT = 1935;

/**
 * The port for RTMP: the configured one, else the usual one. Null if RTMP is off: without FFmpeg, which turns a camera's
 * sound into Opus, and in temporary runs that do not ask for it.
 */
export function rtmpPort({ RTMP_PORT }: Pick<Settings, 'RTMP_PORT'>, temporary: boolean): number | null {
  if (RTMP_PORT === undefined && temporary) return null;
  return canEncodeOpus() ? (RTMP_PORT ?? USUAL_PORT) : null;
}

/** @param port for RTMP; null if it is off, and with it cameras that are pulled */
export function wantedIngestPorts(port: number | null, settings: Settings): WantedPort[] {
  if (port === null) return [];
  const { HOST, CAMERA_HOSTS, PULL_PORT } = settings;
  const rtmp = { variable: 'RTMP_PORT', port, host: HOST, protocol: 'tcp' as const };
  const pull = { variable: 'PULL_PORT', port: PULL_PORT, host: '127.0.0.1', protocol: 'tcp' as const };
  return CAMERA_HOSTS === '' ? [rtmp] : [rtmp, pull];
}

function canEncodeOpus(): boolean {
  const { stdout } = spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' });
  return stdout?.includes('libopus') ?? false;
}
