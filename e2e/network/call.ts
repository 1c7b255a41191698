import { mkdtemp, rm } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { selfSignedCertificate } from '#scripts/stack/certificate.ts';
import { type Stack, startStack } from '#scripts/testing/stack.ts';
import { ensureFilm } from '../film/film.ts';
import type { FilmShape } from '../film/frames.ts';
import type { Lab } from './lab.ts';
import { type Watch, watchContext } from './watch.ts';

/** Ports of the site with its WebSockets, and of the media servers' workers (one for UDP and TCP each). */
export const WEB_PORT = 443;
export const MEDIA_PORTS = '44400:44401';
const FIRST_MEDIA_PORT = 44_400;

const START_MS = 60_000;

/** @property certFile the site's self-signed certificate */
export type Site = { origin: string; certFile: string; stack: Stack; stop(): Promise<void> };

/**
 * Starts everything that `npm start` starts, on the lab's server machine, over HTTPS as browsers require for calls.
 * @param changes variables besides the lab's
 */
export async function startSite(lab: Lab, changes: Record<string, string> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'network-site-'));
  const isV6 = isIPv6(lab.address);
  const { certFile, keyFile } = await selfSignedCertificate(folder, [lab.address]);
  const settings = {
    // The health check of `npm start` puts HOST into a URL as it is.
    HOST: isV6 ? '::' : lab.address,
    PORT: String(WEB_PORT),
    TLS_CERT_FILE: certFile,
    TLS_KEY_FILE: keyFile,
    RTC_PORT: String(FIRST_MEDIA_PORT),
    // So that a room can move to another worker when its own dies.
    MEDIA_WORKERS: '2',
    MEDIA_ANNOUNCED_ADDRESS: lab.address,
    // Visitors connect from their own addresses, without a proxy.
    TRUST_PROXY: '0',
    ...changes,
  };
  const { stop, ...stack } = await startStack(settings, lab.servers.within);
  return {
    origin: `https://${isV6 ? `[${lab.address}]` : lab.address}`,
    certFile,
    stack,
    async stop() {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** The two browsers: the host's camera plays a film, the guest has only a microphone. */
export type Browsers = { host: Browser; guest: Browser };

export async function launchBrowsers(lab: Lab, shape: FilmShape): Promise<Browsers> {
  const film = await ensureFilm(shape);
  const ask = '--use-fake-ui-for-media-stream';
  return {
    host: await lab.launch('host', [
      ask,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]),
    guest: await lab.launch('guest', [ask, '--use-fake-device-for-media-stream=device-count=0']),
  };
}

/** A running call or a stand-in for one: the guest's page shows what the host's sends. */
export type NetworkCall = {
  host: Page;
  guest: Page;
  watches: { host: Watch; guest: Watch };
  close(): Promise<void>;
};

/** Headers that identify each visitor, sent with every request. */
type Headers = Record<'host' | 'guest', Record<string, string>>;

/** Opens a page for each visitor, in a separate context. */
export async function openPages(
  browsers: Browsers,
  origin?: string,
  headers?: Headers,
): Promise<NetworkCall> {
  const options = {
    baseURL: origin,
    viewport: { width: 640, height: 360 },
    serviceWorkers: 'block',
  } as const;
  const contexts = {
    host: await browsers.host.newContext({ ...options, extraHTTPHeaders: headers?.host }),
    guest: await browsers.guest.newContext({ ...options, extraHTTPHeaders: headers?.guest }),
  };
  const watches = {
    host: await watchContext(contexts.host),
    guest: await watchContext(contexts.guest),
  };
  return {
    host: await contexts.host.newPage(),
    guest: await contexts.guest.newPage(),
    watches,
    async close() {
      await contexts.guest.close();
      await contexts.host.close();
    },
  };
}

/** Starts a call at the highest bit rate of the film's size, and waits for picture and sound at the guest. */
export async function startCall(browsers: Browsers, { origin }: Site): Promise<NetworkCall> {
  const call = await openPages(browsers, origin);
  const { host, guest, watches } = call;
  await host.goto('/room/host');
  await host.getByRole('button', { name: 'Create room' }).click();
  const code = await host.getByTestId('room-code').textContent({ timeout: START_MS });
  await guest.goto(`/room/guest/${code}?skip=true`);
  await host.getByRole('toolbar', { name: 'Call controls' }).waitFor({ timeout: START_MS });
  await moves(watches.guest, START_MS);
  return call;
}

/** Waits until picture and sound have arrived for a few seconds without a pause of a second. */
export async function moves(watch: Watch, timeoutMs: number, steadyMs = 3_000): Promise<boolean> {
  const since = Date.now();
  const deadline = since + timeoutMs;
  while (Date.now() < deadline) {
    const now = Date.now();
    const from = now - steadyMs;
    if (from >= since && watch.still(from, now) < 1 && watch.silent(from, now) < 1) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
