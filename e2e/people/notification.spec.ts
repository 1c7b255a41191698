import type { BrowserContext, Page, Worker } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { notification, user } from '#db/schema/index.ts';
import { ring, stopRinging } from '#tests/support/market/rings.ts';
import { notificationLaunchOptions } from '../support/browser.ts';
import {
  type Account,
  expect,
  expectAccessible,
  makeStreamer,
  type PeopleSite,
  refusingTest,
  signUp,
  test,
} from './site.ts';

// The headless shell has no notifications.
test.use({ launchOptions: notificationLaunchOptions });

const HEADING = { name: 'Notifications', exact: true };
const card = (page: Page, { username }: Account) =>
  page.getByRole('status').filter({ hasText: `Incoming request from ${username}` });
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Your account, / });

test('a ringing request is shown on any page, and disappears when it ends', async ({ page, site }) => {
  const me = await signUp(page, site);
  const caller = await makeStreamer(site);
  await page.goto('/help');
  const requestId = await ring(site.db, me.id, caller.id);
  await expect(card(page, caller)).toBeVisible();
  await expect(account(page)).toHaveAccessibleName(/, 1 new notification$/);
  await stopRinging(site.db, requestId, 'CANCELLED');
  await expect(card(page, caller)).toBeHidden();
  const other = await ring(site.db, me.id, caller.id);
  await expect(card(page, caller)).toBeVisible();
  await expect(account(page)).toHaveAccessibleName(/, 2 new notifications$/);
  await stopRinging(site.db, other, 'REJECTED');
  await expect(card(page, caller)).toBeHidden();
  await expect(account(page)).toHaveAccessibleName(/, 1 new notification$/);
});

test('all of many notifications in a row are counted', async ({ page, site }) => {
  const me = await signUp(page, site);
  const caller = await makeStreamer(site);
  await page.goto('/help');
  for (let count = 1; count <= 20; count++) {
    const requestId = await ring(site.db, me.id, caller.id);
    await stopRinging(site.db, requestId, 'CANCELLED');
  }
  await expect(account(page)).toHaveAccessibleName(/, 20 new notifications$/);
  await expect(card(page, caller)).toBeHidden();
});

test('a request that already rings is shown on a newly opened page', async ({ page, site }) => {
  const me = await signUp(page, site);
  const caller = await makeStreamer(site);
  await ring(site.db, me.id, caller.id);
  await page.goto('/');
  await expect(card(page, caller)).toBeVisible();
});

for (const part of ['ringing-request', 'call']) {
  refusingTest(
    `without the card's part ${part}, who calls shows with a link to answer`,
    async ({ page, site }) => {
      const me = await signUp(page, site);
      const caller = await makeStreamer(site);
      await page.goto('/help');
      // A page that may belong to an older release reloads once; this pretends that it has.
      await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
      const requestId = await ring(site.db, me.id, caller.id);
      const plain = page.getByRole('alert').filter({ hasText: 'Answer within a minute.' });
      await expect(plain).toBeVisible();
      await expectAccessible(page);
      await expect(page.getByRole('heading', { name: 'Help' }).first()).toBeVisible();
      await page.unroute(`**/assets/${part}-*.js`);
      await plain.getByRole('link', { name: `Incoming request from ${caller.username}` }).click();
      await expect(page).toHaveURL(new RegExp(`/request/${requestId}$`));
      await expect(page.getByRole('main').getByRole('button', { name: 'Accept' })).toBeVisible();
      await stopRinging(site.db, requestId, 'CANCELLED');
    },
  );
}

test('a notification does not restart a navigation, and is shown after it', async ({ page, site }) => {
  const me = await signUp(page, site);
  const caller = await makeStreamer(site);
  await page.goto('/contact-us');
  let asked = 0;
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route('**/help.data*', async (route) => {
    asked += 1;
    await told;
    await route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await expect.poll(() => asked).toBe(1);
  await ring(site.db, me.id, caller.id);
  await expect(card(page, caller)).toBeVisible();
  expect(asked).toBe(1);
  tell();
  await expect(page).toHaveURL(/\/help$/);
  await expect(account(page)).toHaveAccessibleName(/, 1 new notification$/);
});

test('the page lists notifications, and marks them as read', async ({ page, site }) => {
  const me = await signUp(page, site);
  const caller = await makeStreamer(site);
  await page.goto('/personal/notification');
  await expect(page.getByRole('heading', HEADING)).toBeVisible();
  await expect(page.getByText('You have no notifications yet.')).toBeVisible();
  await stopRinging(site.db, await ring(site.db, me.id, caller.id), 'EXPIRED');
  const item = page.getByRole('listitem').filter({ hasText: `Missed request from ${caller.username}` });
  await expect(item.getByText('New', { exact: true })).toBeVisible();
  await expect(account(page)).toHaveAccessibleName(`Your account, ${me.username}`);
  await expectAccessible(page);
  const [row] = await site.db.select().from(notification).where(eq(notification.userId, me.id));
  expect(row?.readAt).not.toBeNull();
  await page.reload();
  await expect(item).toBeVisible();
  await expect(item.getByText('New', { exact: true })).toBeHidden();
});

refusingTest('a page whose media server was away reads what it missed', async ({ page, site }) => {
  const me = await signUp(page, site);
  const caller = await makeStreamer(site);
  await page.goto('/help');
  const first = await ring(site.db, me.id, caller.id);
  await expect(card(page, caller)).toBeVisible();
  await site.restartMedia(() => stopRinging(site.db, first, 'CANCELLED'));
  await expect(card(page, caller)).toBeHidden();
  await expect(account(page)).toHaveAccessibleName(/, 1 new notification$/);
});

test.describe('on a device', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  type Shown = { title: string; body: string; tag: string; requireInteraction: boolean; actions: string[] };

  /** The notifications that the device shows. */
  const shown = (page: Page): Promise<Shown[]> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(
        ({
          title,
          body,
          tag,
          requireInteraction,
          actions = [],
        }: Notification & { actions?: { title: string }[] }) => ({
          title,
          body,
          tag,
          requireInteraction,
          actions: actions.map((action) => action.title),
        }),
      );
    });

  async function worker(context: BrowserContext): Promise<Worker> {
    return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  }

  /**
   * Delivers a push to the browser, as its push service does, and waits until it is shown: Chromium forgets a notification
   * if it is asked for its notifications after storing it and before showing it.
   */
  async function deliver(page: Page, site: PeopleSite, data: object): Promise<void> {
    const running = await worker(page.context());
    const shown = await running.evaluateHandle(() => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      const show = registration.showNotification.bind(registration);
      const done = new Promise<void>((resolve) => {
        registration.showNotification = async (...options) => {
          await show(...options);
          resolve();
        };
      });
      return { done };
    });
    const session = await page.context().newCDPSession(page);
    const known = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(site.url));
        if (own) resolve(own.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await known;
    await session.send('ServiceWorker.deliverPushMessage', {
      origin: site.url,
      registrationId,
      data: JSON.stringify(data),
    });
    await session.detach();
    await shown.evaluate(({ done }) => done);
  }

  /** A user who is being called, on a page that has not shown it. */
  async function called(page: Page, site: PeopleSite) {
    const me = await signUp(page, site);
    const caller = await makeStreamer(site);
    await page.goto('/help');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const requestId = await ring(site.db, me.id, caller.id);
    const [row] = await site.db.select().from(notification).where(eq(notification.userId, me.id));
    const data = { id: row?.id ?? '', username: caller.username };
    return { me, caller, requestId, data };
  }

  test('a push shows the caller with buttons, and later that the call was missed', async ({ page, site }) => {
    const { requestId, caller, data } = await called(page, site);
    await deliver(page, site, data);
    await expect
      .poll(() => shown(page))
      .toEqual([
        {
          title: `Incoming request from ${caller.username}`,
          body: 'You get €1.00 of €1.00 per minute: at most €10.00 of €10.00, for 10 minutes. Answer within a minute.',
          tag: data.id,
          requireInteraction: true,
          actions: ['Accept', 'Reject'],
        },
      ]);
    await stopRinging(site.db, requestId, 'EXPIRED');
    await deliver(page, site, data);
    await expect
      .poll(async () =>
        (await shown(page)).map(({ title, requireInteraction, actions }) => ({
          title,
          requireInteraction,
          actions,
        })),
      )
      .toEqual([{ title: `Missed request from ${caller.username}`, requireInteraction: false, actions: [] }]);
  });

  test('a request answered elsewhere disappears', async ({ page, site }) => {
    const { requestId, data } = await called(page, site);
    await deliver(page, site, data);
    await expect.poll(() => shown(page)).toHaveLength(1);
    await stopRinging(site.db, requestId, 'ACCEPTED');
    await deliver(page, site, data);
    await expect.poll(() => shown(page)).toEqual([]);
  });

  test('a push that the site cannot explain is still shown', async ({ page, site }) => {
    const { data } = await called(page, site);
    await deliver(page, site, { ...data, id: crypto.randomUUID() });
    await expect
      .poll(async () => (await shown(page)).map(({ title, body }) => ({ title, body })))
      .toEqual([{ title: `Panocall: ${data.username}`, body: "Open Panocall to see what's new." }]);
  });

  test('a missing picture delays nothing', async ({ page, site }) => {
    const { data, caller } = await called(page, site);
    const path = `/api/notification/${data.id}`;
    const told = await (await page.request.get(path)).text();
    const running = await worker(page.context());
    await running.evaluate(
      ([path = '', told = '']) => {
        const { fetch } = self;
        self.fetch = async (input, init) =>
          String(input) === path ? new Response(told) : fetch(input, init);
      },
      [path, told],
    );
    await site.db.transaction(async (tx) => {
      // The lock delays everyone's pictures.
      await tx.execute(sql`lock table ${user} in access exclusive mode`);
      await deliver(page, site, data);
      await expect
        .poll(async () => (await shown(page)).map(({ title }) => title))
        .toEqual([`Incoming request from ${caller.username}`]);
    });
  });

  /**
   * Presses a notification, or one of its buttons. @returns the worker's requests to the site, and the pages it opened
   */
  async function press(page: Page, action: string, answer: { status: number; body: object }) {
    const running = await worker(page.context());
    return running.evaluate(
      async ({ action, answer }) => {
        const asked: string[] = [];
        const opened: string[] = [];
        const scope = self as unknown as {
          fetch: typeof fetch;
          clients: { openWindow: (address: string) => Promise<null> };
          registration: ServiceWorkerRegistration;
        };
        const load = scope.fetch;
        scope.fetch = async (input, init) => {
          // What the page loads meanwhile passes through the worker as well.
          if (input instanceof Request) return load(input, init);
          asked.push(`${init?.method} ${String(input)} ${init?.body ?? ''}`.trim());
          return Response.json(answer.body, { status: answer.status });
        };
        scope.clients.openWindow = async (address) => {
          opened.push(address);
          return null;
        };
        const [notification] = await scope.registration.getNotifications();
        let done: Promise<unknown> = Promise.resolve();
        const event = Object.assign(new Event('notificationclick'), {
          action,
          notification,
          waitUntil: (work: Promise<unknown>) => {
            done = work;
          },
        });
        self.dispatchEvent(event);
        await done;
        return { asked, opened };
      },
      { action, answer },
    );
  }

  for (const { action, status, body, opens } of [
    {
      action: 'accept',
      status: 200,
      body: { token: 'K7M4QX9TR' },
      opens: ['/room/host/K7M4QX9TR?skip=true'],
    },
    { action: 'accept', status: 409, body: { code: 'WRONG_STATE' }, opens: ['/request/:id'] },
    { action: 'reject', status: 200, body: {}, opens: [] },
  ]) {
    test(`its button ${action}, answered with ${status}, does so`, async ({ page, site }) => {
      const { data, requestId } = await called(page, site);
      await deliver(page, site, data);
      await expect.poll(() => shown(page)).toHaveLength(1);
      const { asked, opened } = await press(page, action, { status, body });
      expect(asked).toEqual([`POST /api/request/${requestId}/${action}`]);
      expect(opened).toEqual(opens.map((address) => address.replace(':id', requestId)));
      expect(await shown(page)).toEqual([]);
    });
  }

  test('pressed outside its buttons, it opens the page and is marked as read', async ({ page, site }) => {
    const { data, requestId } = await called(page, site);
    await deliver(page, site, data);
    await expect.poll(() => shown(page)).toHaveLength(1);
    const { asked, opened } = await press(page, '', { status: 200, body: {} });
    expect(asked).toEqual([`POST /api/notification/read ${JSON.stringify({ ids: [data.id] })}`]);
    expect(opened).toEqual([`/request/${requestId}`]);
  });
});
