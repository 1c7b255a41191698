import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WEB_PORT } from '#e2e/network/call.ts';
import { type Lab, SITE_ADDRESS } from '#e2e/network/lab.ts';
import { selfSignedCertificate } from '#scripts/stack/certificate.ts';
import { root } from '#scripts/stack/settings.ts';

const TURN_NAME = 'turn.lab.test';
const TURN_PORT = 5349;
const SITE_PORT = 8443;
const SECRET = 'the secret of the lab';
const DEPLOY = join(root, 'deploy');
const NAME_SERVER = join(import.meta.dirname, 'name-server.ts');

/** Settings of the site behind the router. */
export const BEHIND_ROUTER = {
  PORT: String(SITE_PORT),
  TURN_URLS: `turns:${TURN_NAME}:${WEB_PORT}?transport=tcp`,
  TURN_SECRET: SECRET,
};

/**
 * Makes the TURN server's name resolvable for the visitors' browsers, even if everything else is closed: networks have
 * their own DNS server. Without an answer Chromium would take 7 to 14 s to give up.
 * @returns a function that ends it
 */
export async function tellTurnName({ paths }: Lab): Promise<() => void> {
  const namespaces = Object.values(paths).map(({ namespace }) => namespace);
  for (const namespace of namespaces) await namespace.askOwnNameServer();
  const servers = namespaces.map(({ within: [program = '', ...args] }) =>
    spawn(program, [...args, process.execPath, NAME_SERVER, TURN_NAME, SITE_ADDRESS], { stdio: 'inherit' }),
  );
  return () => {
    for (const server of servers) server.kill('SIGTERM');
  };
}

/** Why this machine cannot run TURN over TLS, in words; null if it can. */
export async function whyNoTurnTls(): Promise<string | null> {
  const missing: string[] = [];
  for (const [program, name] of [
    ['turnserver', 'coturn'],
    ['haproxy', 'haproxy'],
  ] as const) {
    await promisify(execFile)('which', [program]).catch(() => missing.push(name));
  }
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : null;
}

/**
 * Starts coturn, and the router in front of it and the site, like compose.turn-tls.yaml, on the lab's server machine.
 */
export async function startTurnTls(lab: Lab): Promise<{ stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'turn-tls-'));
  const { certFile, keyFile } = await selfSignedCertificate(folder, [SITE_ADDRESS]);
  await copyFile(certFile, join(folder, `${TURN_NAME}.crt`));
  await copyFile(keyFile, join(folder, `${TURN_NAME}.key`));
  // Panocall's own HTTPS does not support the PROXY protocol, unlike Caddy.
  const router = (await readFile(join(DEPLOY, 'haproxy.cfg'), 'utf8')).replace(' send-proxy-v2', '');
  const routerFile = join(folder, 'haproxy.cfg');
  await writeFile(routerFile, router);
  const options = [
    `--listening-ip=${SITE_ADDRESS}`,
    `--relay-ip=${SITE_ADDRESS}`,
    `--tls-listening-port=${TURN_PORT}`,
    '--realm=panocall',
    '--use-auth-secret',
    `--static-auth-secret=${SECRET}`,
    '--denied-peer-ip=0.0.0.0-255.255.255.255',
    `--allowed-peer-ip=${SITE_ADDRESS}`,
    `--pidfile=${join(folder, 'turnserver.pid')}`,
    `--userdb=${join(folder, 'turndb')}`,
  ];
  const env = {
    ...process.env,
    LISTEN: `${SITE_ADDRESS}:${WEB_PORT}`,
    TURN_NAME,
    TURN_SERVER: `${SITE_ADDRESS}:${TURN_PORT}`,
    SITE_SERVER: `${SITE_ADDRESS}:${SITE_PORT}`,
  };
  const commands = [
    ['sh', join(DEPLOY, 'turn-tls.sh'), folder, TURN_NAME, ...options],
    ['haproxy', '-db', '-f', routerFile],
  ];
  const children = commands.map((command) => {
    const [program = '', ...args] = [...lab.servers.within, ...command];
    return spawn(program, args, { env, stdio: 'ignore' });
  });
  return {
    async stop() {
      for (const child of children) child.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
