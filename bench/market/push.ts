import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Worker } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { openDatabase } from '#db/client.ts';
import { user } from '#db/schema/index.ts';
import { launchBrowser } from '#e2e/support/browser.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { ensureChromium } from '#scripts/testing/chromium.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { makePerson, type Person } from '#tests/support/market/bookings.ts';
import { callPeople, newCall } from '#tests/support/market/requests.ts';
import { PASSWORD } from '#tests/support/people/members.ts';
import { bearer, setPassword } from '#tests/support/people/people.ts';
import { type Payments, saveCard, startPaymentSandbox } from '#tests/support/servers/payment-sandbox.ts';
import { startPushService } from '#tests/support/servers/push-service.ts';
import { send } from '#tests/support/servers/site.ts';
import { anyAnswerClient } from '../http-client.ts';
import { loadOf } from '../load.ts';
import { print } from './market.ts';

const RINGS = 100;
/** The first ones include loading and compiling. */
const WARM_UP = 5;
const PATIENCE_MS = 30_000;

const pushedSchema = z.object({ id: z.uuid(), username: z.string() });
type Pushed = z.output<typeof pushedSchema>;
const madeSchema = z.object({ id: z.uuid() });

/**
 * Measures the time from "Call now" to the streamer's device: until the push service has received the message from the
 * jobs of a real web server, and from there until a real browser shows it.
 * @param databaseUrl of a migrated database that nothing else uses
 * @throws Error if a call is not shown
 */
export async function benchPush(databaseUrl: string): Promise<void> {
  await ensureWebBuild(root, console.log);
  await ensureChromium(console.log);
  const folder = await mkdtemp(join(tmpdir(), 'panocall-push-files-'));
  const [service, sandbox] = [await startPushService(), await startPaymentSandbox()];
  const settings = { STORAGE_FOLDER: folder, LOG_LEVEL: 'warn', RATE_LIMITS: 'off' };
  const server = await startWebServer(databaseUrl, { ...sandbox.env, ...service.env, ...settings });
  const db = openDatabase(databaseUrl);
  try {
    const site: Payments = { server, db, databaseUrl, folder, sandbox, stop: async () => {} };
    const { streamer } = await callPeople(site);
    await setPassword(db, streamer.id);
    const subscribed = service.newDevice();
    await send(site, '/api/push-notification', { as: streamer, body: subscribed.subscription });
    const ask = anyAnswerClient(server.url, 1);
    const post = async (path: string, as: Person, body: object = {}) => {
      const { status, text } = await ask({ path, method: 'POST', headers: bearer(as.token), body });
      if (status > 299) throw new Error(`${path}: ${status} ${text}`);
      return text;
    };
    /** Waits for the nth message about a person's call: the first says that it rings, the second that it ended. */
    const pushed = async ({ username }: Person, nth: number) => {
      for (const from = performance.now(); performance.now() - from < PATIENCE_MS; await sleep(1)) {
        const told = subscribed.got.map(({ payload }) => pushedSchema.parse(payload));
        const found = told.filter((one) => one.username === username)[nth];
        if (found) return found;
      }
      throw new Error('no push came');
    };
    const ring = async (show: Device['show']) => {
      const viewer = await makePerson(db);
      await saveCard(site, viewer);
      const called = performance.now();
      const { id } = madeSchema.parse(JSON.parse(await post('/api/request', viewer, newCall(streamer))));
      await post(`/api/request/${id}/pay`, viewer);
      const told = await pushed(viewer, 0);
      const arrived = performance.now();
      await show(told);
      const shown = performance.now();
      await post(`/api/request/${id}/cancel`, viewer);
      await pushed(viewer, 1);
      return {
        'to the push service': arrived - called,
        'from there to the screen': shown - arrived,
        both: shown - called,
      };
    };
    const device = await openDevice(site, streamer);
    const took: Awaited<ReturnType<typeof ring>>[] = [];
    for (let nth = 0; nth < WARM_UP + RINGS; nth++) {
      const times = await ring(device.show);
      if (nth >= WARM_UP) took.push(times);
    }
    await device.close();
    for (const step of ['to the push service', 'from there to the screen', 'both'] as const) {
      const { p50, p99 } = loadOf(
        took.map((times) => times[step]),
        1,
      );
      print(`${RINGS} calls, ${step}`, `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
    }
  } finally {
    await db.$client.end();
    await server.stop();
    await Promise.all([service.close(), sandbox.close(), rm(folder, { recursive: true })]);
  }
}

/**
 * A streamer's browser. @property show delivers a push message, as from its push service, and waits until it is shown
 */
type Device = { show(told: Pushed): Promise<void>; close(): Promise<void> };

async function openDevice({ db, server }: Payments, { id }: Person): Promise<Device> {
  const [{ username = '' } = {}] = await db.select().from(user).where(eq(user.id, id));
  const browser = await launchBrowser([]);
  const context = await browser.newContext({ baseURL: server.url, permissions: ['notifications'] });
  const page = await context.newPage();
  await page.request.post('/api/login', { data: { username, password: PASSWORD } });
  await page.goto('/help');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  const deliver = await deliverer(page, server.url);
  return {
    async show(told) {
      await Promise.all([shownCall(worker, told.id), deliver(told)]);
    },
    close: () => browser.close(),
  };
}

/** @returns a function that delivers a push message to the browser, as from its push service */
async function deliverer(page: Page, origin: string): Promise<(data: Pushed) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await known;
  return (data) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });
}

/**
 * Waits until the browser shows a ringing call, and closes it. Reading notifications while one is about to be shown
 * makes Chromium drop it, so they are read once, after the service worker has shown it.
 * @throws Error if another one is shown, as when it could not be read in time
 */
function shownCall(worker: Worker, tag: string): Promise<void> {
  return worker.evaluate(async (tag) => {
    const { prototype } = ServiceWorkerRegistration;
    const show = prototype.showNotification;
    const registration = await new Promise<ServiceWorkerRegistration>((resolve, reject) => {
      prototype.showNotification = async function (title, options) {
        await show.call(this, title, options);
        prototype.showNotification = show;
        if (options?.tag === tag && options.requireInteraction) resolve(this);
        else reject(new Error(`"${title}" is shown`));
      };
    });
    const shown = await registration.getNotifications({ tag });
    if (shown.length !== 1) throw new Error('The notification is not shown');
    for (const one of shown) one.close();
  }, tag);
}
