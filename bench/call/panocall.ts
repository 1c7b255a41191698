import type { Page } from '@playwright/test';
import { sendCamera } from '#e2e/call/support/camera-by-whip.ts';
import { readFields } from '#e2e/call/support/streaming-program.ts';
import { FRAME_RATE } from '#e2e/film/film.ts';
import { startChild } from '#scripts/processes/child.ts';
import { waitUntilHealthy } from '#scripts/processes/health.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { root } from '#scripts/stack/settings.ts';
import type { Cleanup } from './cleanup.ts';
import type { Contender, PreparedCall, Shape, Visitors, WayIn } from './contender.ts';
import { descendants } from './processes.ts';

/** The product as run by `npm start`, with its own ports and database. */
export async function startPanocall(cleanup: Cleanup): Promise<{ contenders: Contender[]; ways: WayIn[] }> {
  const ports = { web: await freePort(), media: await freePort(), health: await freePort() };
  const address = `http://localhost:${ports.web}`;
  const stack = startChild([process.execPath, 'scripts/start.ts', '--temporary'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(ports.web),
      MEDIA_HOST: '127.0.0.1',
      MEDIA_PORT: String(ports.media),
      MEDIA_HEALTH_PORT: String(ports.health),
      METRICS_PORT: '0',
      RTC_PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  cleanup.add(() => stack.stop());
  let printed = '';
  for (const output of [stack.process.stdout, stack.process.stderr]) {
    output?.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const ended = stack.exited.then((how) => {
    throw new Error(`${printed}\nPanocall did not start (${how}).`);
  });
  await Promise.race([ended, waitUntilHealthy('Panocall', `${address}/healthcheck`)]);
  // It ends with the run, when no one awaits it.
  ended.catch(() => {});

  const started = descendants(stack.process.pid ?? 0);
  const running = (name: string) =>
    started.filter(({ argv }) => argv[0]?.endsWith('node') && argv.includes(name)).map(({ pid }) => pid);
  const prepareWith = (arrive: Arrive, open = openPage): Contender['prepare'] => {
    return (visitors, shape) => prepare(address, visitors, shape, arrive, open);
  };
  const processes = {
    web: running('server/main.ts'),
    mediaServer: running('media-server/main.ts'),
    worker: started.filter(({ argv }) => argv[0]?.endsWith('mediasoup-worker')).map(({ pid }) => pid),
  };
  return {
    contenders: [
      { name: 'Panocall', processes, prepare: prepareWith(typeOnPage) },
      { name: 'Unencrypted', processes, prepare: prepareWith(typeOnPage, openWithoutTransforms) },
      { name: 'WHIP', processes, prepare: (...call) => prepareStreamed(address, ...call) },
    ],
    ways: [
      { name: "Panocall, code typed in the home page's dialog", prepare: prepareWith(typeInDialog) },
      { name: 'Panocall, joined by an invitation link', prepare: prepareWith(followLink) },
    ],
  };
}

/** Navigates to the step at which the measurement starts. @returns that step */
type Arrive = (guest: Page, address: string, code: string) => Promise<PreparedCall['click']>;

const typeOnPage: Arrive = async (guest, address, code) => {
  await guest.goto(`${address}/room/guest`);
  await guest.getByLabel('Room code').fill(code);
  await guest.waitForLoadState('networkidle');
  return () => guest.getByRole('button', { name: 'Enter' }).click();
};

const typeInDialog: Arrive = async (guest, address, code) => {
  await guest.goto(address);
  await guest.getByRole('button', { name: 'Start' }).click();
  await guest.getByRole('button', { name: 'Enter room' }).click();
  await guest.getByLabel('Room code').fill(code);
  await guest.waitForLoadState('networkidle');
  return () => guest.getByRole('button', { name: 'Enter', exact: true }).click();
};

const followLink: Arrive = async (guest, address, code) => {
  await guest.goto(`${address}/room/guest/${code}`);
  const join = guest.getByRole('button', { name: 'Join call' });
  await join.waitFor();
  await guest.waitForLoadState('networkidle');
  return () => join.click();
};

const openPage = (visitor: Visitors['host']): Promise<Page> => visitor.open();

/** Opens a page that cannot transform frames, and so not encrypt them end to end. */
async function openWithoutTransforms(visitor: Visitors['host']): Promise<Page> {
  const page = await visitor.open();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'RTCRtpScriptTransform'));
  return page;
}

/** Prepares a host waiting with its code on the screen. */
async function prepare(
  address: string,
  visitors: Visitors,
  shape: Shape,
  arrive: Arrive,
  open: typeof openPage,
): Promise<PreparedCall> {
  const host = await open(visitors.host);
  await host.goto(`${address}/room/host`);
  await host.getByRole('button', { name: 'More settings' }).click();
  await host.getByLabel('Quality').selectOption(shape.quality);
  await host.getByRole('button', { name: 'Create room' }).click();
  const code = await host.getByTestId('room-code').textContent();
  const guest = await open(visitors.guest);
  return {
    click: await arrive(guest, address, code ?? ''),
    viewer: guest,
    sender: host,
    async close() {
      await guest.close();
      await host.close();
    },
  };
}

/** Prepares a host whose camera another page of their browser streams by WHIP, as a program would. */
async function prepareStreamed(address: string, visitors: Visitors, shape: Shape): Promise<PreparedCall> {
  const host = await openPage(visitors.host);
  await host.goto(`${address}/room/host`);
  await host.getByRole('button', { name: 'More settings' }).click();
  await host.getByLabel('Camera', { exact: true }).selectOption('streamed');
  await host.getByRole('button', { name: 'Create room' }).click();
  const code = await host.getByTestId('room-code').textContent();
  const sender = await openPage(visitors.host);
  await sender.goto(`${address}/healthcheck`);
  const { width, height, bitrate } = shape;
  const camera = { width, height, frameRate: FRAME_RATE };
  await sendCamera(sender, { ...(await readFields(host)), camera, layers: [{ maxBitrate: bitrate }] });
  await host.getByText('The picture is here.').waitFor();
  const guest = await openPage(visitors.guest);
  const enter = await typeOnPage(guest, address, code ?? '');
  return {
    async click() {
      await enter();
      await guest.getByRole('button', { name: 'Go on without encryption' }).click();
    },
    viewer: guest,
    sender,
    async close() {
      await guest.close();
      await sender.close();
      await host.close();
    },
  };
}
