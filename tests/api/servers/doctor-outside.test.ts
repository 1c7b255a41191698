import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Lab, SITE_ADDRESS } from '#e2e/network/lab.ts';
import { whyNoNamespaces } from '#e2e/network/namespaces.ts';
import type { Child } from '#scripts/processes/child.ts';
import { type Stack, startStack } from '#scripts/testing/stack.ts';
import { examine } from '../../support/servers/doctor.ts';
import { hasTurnServer, startTurnServer } from '../../support/servers/turn-server.ts';

/** The doctor waits for ports that do not answer. */
vi.setConfig({ testTimeout: 60_000 });

const MEDIA_PORT = 44_400;
const TURN_PORT = 3478;
const [turnByUdp = '', turnByTcp = ''] = ['udp', 'tcp'].map(
  (protocol) => `turn:${SITE_ADDRESS}:${TURN_PORT}?transport=${protocol}`,
);
const why = whyNoNamespaces() ?? (hasTurnServer ? null : 'not installed: coturn');

describe.skipIf(why !== null)(`From another machine${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let lab: Lab;
  let folder: string;
  let turn: Child;
  let site: Stack & { stop(): Promise<void> };
  let origin: string;

  beforeAll(async () => {
    lab = await Lab.open();
    folder = await mkdtemp(join(tmpdir(), 'doctor-'));
    const TURN_SECRET = randomBytes(32).toString('base64url');
    const { within } = lab.servers;
    turn = await startTurnServer({
      address: SITE_ADDRESS,
      port: TURN_PORT,
      secrets: [TURN_SECRET],
      folder,
      within,
    });
    const settings = {
      HOST: SITE_ADDRESS,
      RTC_PORT: String(MEDIA_PORT),
      MEDIA_WORKERS: '1',
      MEDIA_ANNOUNCED_ADDRESS: SITE_ADDRESS,
      TURN_URLS: `${turnByUdp},${turnByTcp}`,
      TURN_SECRET,
      TRUST_PROXY: '0',
    };
    site = await startStack(settings, within);
    origin = `http://${SITE_ADDRESS}:${new URL(site.origin).port}`;
  }, 120_000);

  afterEach(() => lab.paths.guest.mend());

  afterAll(async () => {
    await site?.stop();
    await turn?.stop();
    await lab?.close();
    await rm(folder, { recursive: true });
  });

  const lookFromOutside = () => examine(origin, {}, lab.paths.guest.namespace.within);

  it('finds nothing wrong if no port is closed', async () => {
    const { text, wrong, isWell } = await lookFromOutside();
    expect(wrong).toEqual([]);
    expect(isWell, text).toBe(true);
  });

  it('names the media ports that block UDP', async () => {
    await lab.paths.guest.cut({ protocol: 'udp', port: MEDIA_PORT });
    const { text, wrong } = await lookFromOutside();
    expect(wrong).toEqual([`UDP ${SITE_ADDRESS}:${MEDIA_PORT} does not answer`]);
    expect(text).toContain('Open the port (UDP) in the firewalls');
    expect(text).toContain(`✔ TCP ${SITE_ADDRESS}:${MEDIA_PORT} answers`);
    expect(text).toContain(`✔ ${turnByUdp} relays to the media server`);
  });

  it('names the TURN server whose port is blocked', async () => {
    for (const protocol of ['udp', 'tcp'] as const) await lab.paths.guest.cut({ protocol, port: TURN_PORT });
    const { text, wrong } = await lookFromOutside();
    expect(wrong).toEqual([`${turnByUdp} does not answer`, `${turnByTcp} does not answer`]);
    expect(text).toContain(`is port ${TURN_PORT} (UDP) open`);
    expect(text).toContain(`is port ${TURN_PORT} (TCP) open`);
    expect(text).toContain(`✔ UDP ${SITE_ADDRESS}:${MEDIA_PORT} answers`);
  });
});
