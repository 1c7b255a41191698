import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { startTemporaryCluster } from '../postgres/cluster.ts';
import { freePort } from '../processes/ports.ts';
import { newSecrets } from '../stack/secrets.ts';
import { root } from '../stack/settings.ts';
import { podman, startPodman } from './podman.ts';

const HEALTHY_WITHIN_MS = 60_000;
/** Podman's default limits are higher than some machines allow. */
const LIMITS = ['nofile', 'nproc'].map((limit) => `--ulimit=${limit}=4096:4096`);

const serviceSchema = z.object({
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  mem_limit: z.string(),
});

type Service = 'web' | 'media' | 'migrate' | 'ingest' | 'router' | 'prometheus';

/**
 * Starts web and media server from their images as Compose does, with our own PostgreSQL, and requests everything that
 * needs parts an image may lack: pages and their files, native libraries, fonts, the media worker.
 * @param imageOf maps a target of the Dockerfile to its image
 * @throws Error that says what does not work
 */
export async function tryImages(
  imageOf: (target: string) => string,
  say: (line: string) => void,
): Promise<void> {
  const confined = await confinement();
  const cluster = await startTemporaryCluster();
  const [port, metrics, mediaPort, mediaHealth] = await Promise.all([1, 2, 3, 4].map(() => freePort()));
  const url = `http://127.0.0.1:${port}`;
  const { COOKIE_SECRET, TICKET_SECRET } = newSecrets();
  const database = { DATABASE_URL: cluster.url() };
  const web = {
    ...database,
    ...{ COOKIE_SECRET, TICKET_SECRET, HOST: '127.0.0.1', PORT: port, METRICS_PORT: metrics },
    MEDIA_INTERNAL_URL: `http://127.0.0.1:${mediaPort}`,
  };
  const media = {
    ...{ ...database, TICKET_SECRET, MEDIA_HOST: '127.0.0.1', MEDIA_PORT: mediaPort },
    ...{ MEDIA_HEALTH_PORT: mediaHealth, MEDIA_WORKERS: 1, RTC_PORT: 0, MEDIA_DRAIN_SECONDS: 0 },
  };
  const options = (service: Service, env: object) => [
    ...['run', '--rm', '--network=host', ...LIMITS, ...confined[service]],
    ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
  ];
  const once = (service: Service, target: string, env: object, ...command: string[]) =>
    podman(...options(service, env), imageOf(target), ...command);
  const servers = new Map<string, ReturnType<typeof startPodman>>();
  const start = async (target: 'web' | 'media' | 'ingest', env: object) => {
    const name = `panocall-trial-${target}-${process.pid}`;
    const server = startPodman(...options(target, env), `--name=${name}`, imageOf(target));
    servers.set(name, server);
    await healthy(name, server);
  };
  try {
    const superuser = { DATABASE_SUPERUSER_URL: cluster.superuserUrl('postgres') };
    await once('migrate', 'web', { ...database, ...superuser }, 'node', 'scripts/migrate.ts');
    say('ok: scripts/migrate.ts');
    const admin = ['scripts/make-admin.ts', '--username', 'operator', '--email', 'operator@example.org'];
    await once('web', 'web', web, 'node', ...admin);
    say('ok: scripts/make-admin.ts');
    await start('media', media);
    say('ok: the media server and its health check');
    await start('web', web);
    say('ok: the web server and its health check');
    await askPages(url);
    say('ok: pages, their files and pictures');
    await once('web', 'web', web, 'node', 'scripts/doctor.ts', '--url', url);
    say('ok: scripts/doctor.ts, and with it calls');
    await start('ingest', { RTMP_HOST: '127.0.0.1', RTMP_PORT: await freePort() });
    say('ok: the RTMP server and its health check');
    await once('ingest', 'ingest', {}, 'sh', '-c', 'ffmpeg -hide_banner -encoders | grep libopus');
    say('ok: FFmpeg');
    const router = {
      LISTEN: ':8443',
      TURN_NAME: 'turn.localhost',
      TURN_SERVER: '127.0.0.1:1',
      SITE_SERVER: '127.0.0.1:2',
    };
    const deploy = join(root, 'deploy');
    const haproxy = `--volume=${deploy}/haproxy.cfg:/etc/haproxy/haproxy.cfg:ro`;
    const checkRouter = ['haproxy', '-c', '-f', '/etc/haproxy/haproxy.cfg'];
    await podman(...options('router', router), haproxy, imageOf('router'), ...checkRouter);
    say('ok: the router with deploy/haproxy.cfg');
    const alerts = `--volume=${deploy}/prometheus:/etc/panocall:ro`;
    const checkAlerts = ['promtool', 'check', 'config', '/etc/panocall/prometheus.yml'];
    await podman(...options('prometheus', {}), alerts, imageOf('prometheus'), ...checkAlerts);
    say('ok: Prometheus with deploy/prometheus');
  } finally {
    for (const name of servers.keys()) await podman('rm', '--force', '--ignore', '--time=5', name);
    for (const server of servers.values()) await server.stop();
    await cluster.stop();
  }
}

/** Restrictions of Compose's services, as Podman's options. */
async function confinement(): Promise<Record<Service, string[]>> {
  const [compose, turnTls, rtmp] = await Promise.all(
    ['compose.yaml', 'compose.turn-tls.yaml', 'compose.rtmp.yaml'].map(servicesOf),
  );
  return {
    web: optionsOf(compose?.web),
    media: optionsOf(compose?.media),
    migrate: optionsOf(compose?.migrate),
    ingest: optionsOf(rtmp?.ingest),
    router: optionsOf(turnTls?.router),
    prometheus: optionsOf(compose?.prometheus),
  };
}

async function servicesOf(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(join(root, file), 'utf8');
  // The parser does not know Compose's own tags.
  const services = z.object({ services: z.record(z.string(), z.unknown()) });
  return services.parse(parse(text, { merge: true, logLevel: 'error' })).services;
}

function optionsOf(service: unknown): string[] {
  const { tmpfs, cap_drop, security_opt, mem_limit } = serviceSchema.parse(service);
  return [
    '--read-only',
    ...tmpfs.map((mount) => `--tmpfs=${mount}`),
    ...cap_drop.map((name) => `--cap-drop=${name}`),
    ...security_opt.map((option) => `--security-opt=${option.replace(':true', '')}`),
    `--memory=${mem_limit}`,
  ];
}

/** Waits until the image's own health check succeeds. */
async function healthy(name: string, server: ReturnType<typeof startPodman>): Promise<void> {
  let log = '';
  for (const output of [server.process.stdout, server.process.stderr])
    output?.on('data', (text) => (log += text));
  let ended = false;
  void server.exited.then(() => (ended = true));
  const deadline = Date.now() + HEALTHY_WITHIN_MS;
  for (;;) {
    const failure = await podman('healthcheck', 'run', name).then(
      () => null,
      (error: unknown) => String(error),
    );
    if (failure === null) return;
    if (ended || Date.now() > deadline) throw new Error(ended ? log : `${log}${failure}`);
    await sleep(500);
  }
}

async function askPages(url: string): Promise<void> {
  const page = await text(url);
  const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  if (files.length === 0) throw new Error('The home page names no files');
  // The preview picture needs sharp, and a font from a package.
  for (const path of [...new Set(files), '/og/en.png', '/es', '/api/openapi.json'])
    await text(`${url}${path}`);
}

async function text(url: string): Promise<string> {
  const response = await fetch(url);
  const body = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body.slice(0, 500)}`);
  return body;
}
