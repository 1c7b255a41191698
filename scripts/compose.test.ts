import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseEnvironment as parseIngestEnv } from '#ingest/env.ts';
import { parseEnvironment } from '#media-server/env.ts';
import { root } from './stack/settings.ts';

const serviceSchema = z.object({
  image: z.string().optional(),
  build: z.unknown().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).optional(),
  mem_limit: z.string().optional(),
  stop_grace_period: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  ports: z.array(z.string()).default([]),
  command: z.unknown().optional(),
});
const composeSchema = z.object({ services: z.record(z.string(), serviceSchema) });

const read = (file: string) => readFile(join(root, file), 'utf8');
const text = await read('compose.yaml');
const { services } = composeSchema.parse(parse(text, { merge: true }));
const turnTlsText = await read('compose.turn-tls.yaml');
// The parser does not know Compose's own tag, which replaces the other file's ports.
const turnTlsFile: unknown = parse(turnTlsText, { logLevel: 'error' });
const { services: turnTls } = composeSchema.parse(turnTlsFile);
const { services: rtmp } = composeSchema.parse(parse(await read('compose.rtmp.yaml')));
const added = Object.entries({ ...turnTls, ...rtmp }).filter(([name]) => !(name in services));

it('publishes plain HTTP only to this machine, and the database to no one', () => {
  const published = Object.entries(services).map(([name, { ports }]) => [name, ports] as const);
  expect(Object.fromEntries(published.filter(([, ports]) => ports.length > 0))).toEqual({
    caddy: ['80:80', '443:443', '443:443/udp'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose substitutes it
    web: ['127.0.0.1:${PORT:-3000}:3000'],
    media: ['44400-44403:44400-44403/udp', '44400-44403:44400-44403/tcp'],
    prometheus: ['127.0.0.1:9090:9090'],
  });
});

it('announces an IPv6 address beside the IPv4 one, if there is one', async () => {
  const { services: added } = composeSchema.parse(parse(await read('compose.ipv6.yaml')));
  const addresses = { MEDIA_ANNOUNCED_ADDRESS: '203.0.113.1', MEDIA_ANNOUNCED_IPV6: '2001:db8::1' };
  const announced = String(added.media?.environment.MEDIA_ANNOUNCED_ADDRESS);
  const filledIn = announced.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name) =>
    String(new Map(Object.entries(addresses)).get(name)),
  );
  const others = { DATABASE_URL: 'postgres://localhost/panocall', TICKET_SECRET: 't'.repeat(32) };
  const env = parseEnvironment({ ...others, MEDIA_ANNOUNCED_ADDRESS: filledIn });
  expect(env.MEDIA_ANNOUNCED_ADDRESS).toEqual(Object.values(addresses));
});

it('takes RTMP at the port that the site names', () => {
  const port = Number(rtmp.web?.environment.RTMP_PORT);
  const { RTMP_PORT, PULL_PORT } = parseIngestEnv({});
  expect(rtmp.ingest?.ports).toEqual([`${port}:${RTMP_PORT}`]);
  expect(rtmp.web?.environment.INGEST_INTERNAL_URL).toBe(`http://ingest:${PULL_PORT}`);
});

it('relays no TCP connections', async () => {
  expect(services.coturn?.command).toContain('--no-tcp-relay');
  expect(await read('deploy/turn-tls.sh')).toContain('--no-tcp-relay');
  expect(await read('deploy/kubernetes/base/turn.yaml')).toContain('- --no-tcp-relay\n');
});

it('tells the web server that one HTTPS proxy is in front of it', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose substitutes it
  expect(services.web?.environment).toMatchObject({ TRUST_PROXY: 1, PUBLIC_URL: 'https://${DOMAIN}' });
});

it('gives the media server time to let calls end, and then to stop', () => {
  const { stop_grace_period: grace, environment } = services.media ?? {};
  expect(grace).toMatch(/^\d+s$/);
  expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThanOrEqual(
    Number(environment?.MEDIA_DRAIN_SECONDS) + 10,
  );
});

describe.each([...Object.entries(services), ...added])('%s', (_name, service) => {
  it('can write only to its volumes, has no unnecessary rights, and has a memory limit', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    });
    expect(['NET_BIND_SERVICE', undefined]).toContain(service.cap_add[0]);
    expect(service.cap_add.length).toBeLessThan(2);
  });

  it('runs an image pinned by digest', () => {
    if (!service.build) expect(service.image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  });
});

describe('TURN over TLS', () => {
  it('shares port 443 with the site behind a router, the only service published there over TCP', () => {
    expect(turnTls.router?.ports).toEqual(['443:8443']);
    expect(turnTls.caddy?.ports).toEqual(['80:80', '443:443/udp']);
    expect(turnTls['coturn-tls']?.ports).toEqual([]);
  });

  it('is offered beside the other transports, under the name the router knows', () => {
    const { TURN_URLS = '' } = turnTls.media?.environment ?? {};
    const { TURN_URLS: others = '' } = services.media?.environment ?? {};
    const { TURN_NAME } = turnTls.router?.environment ?? {};
    expect(`${TURN_NAME}`).toMatch(/^turn\.\$\{DOMAIN\b/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose substitutes it
    expect(TURN_URLS).toBe(`${others},${'turns:turn.${DOMAIN}:443?transport=tcp'}`);
  });

  it('passes Caddy the client’s address, which Caddy expects', async () => {
    expect(await read('deploy/haproxy.cfg')).toMatch(/server site .* send-proxy-v2$/m);
    expect(await read('deploy/Caddyfile')).toMatch(/proxy_protocol \{/);
  });
});

it('builds on images pinned by digest', async () => {
  const stages = [...(await read('Dockerfile')).matchAll(/^FROM (\S+) AS (\S+)$/gm)];
  const names = stages.map(([, , name]) => name);
  const foreign = stages.map(([, from = '']) => from).filter((from) => !names.includes(from));
  expect(foreign).toHaveLength(1);
  for (const image of foreign) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

it('gives the database superuser’s password to no service that keeps running', () => {
  const knowing = Object.entries(services).filter(([, { environment }]) =>
    Object.values(environment).some((value) => String(value).includes('POSTGRES_PASSWORD')),
  );
  expect(knowing.map(([name]) => name)).toEqual(['postgres', 'migrate']);
});

it('requires only variables that .env.example marks as required', async () => {
  const required = new Set([...`${text}${turnTlsText}`.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
  const described = (await read('.env.example')).matchAll(/((?:^#.*\n)+)((?:^\w+=\n)+)/gm);
  const called = [...described].flatMap(([, comment = '', names = '']) =>
    /Compose:\s+(#\s+)?required/.test(comment) ? names.split('=\n').filter(Boolean) : [],
  );
  expect(called.sort()).toEqual([...required].sort());
});
