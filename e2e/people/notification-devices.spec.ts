import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { pushNotification } from '#db/schema/index.ts';
import { unique } from '#tests/support/people/people.ts';
import { notificationLaunchOptions } from '../support/browser.ts';
import { expect, expectAccessible, signUp, test } from './site.ts';

// The headless shell has no notifications.
test.use({ launchOptions: notificationLaunchOptions });

test.describe('a device', () => {
  test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

  /** Replaces the browser's push service, which cannot be reached here. */
  async function pretendPushService(page: Page): Promise<void> {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${unique('device')}`;
    await page.addInitScript((endpoint) => {
      const keys = {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      };
      const unsubscribe = async () => {
        localStorage.removeItem('subscribed');
        return true;
      };
      const current = () =>
        localStorage.getItem('subscribed')
          ? { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe }
          : null;
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        subscribe: async () => {
          localStorage.setItem('subscribed', 'yes');
          return current();
        },
      });
    }, endpoint);
  }

  test('notifications are turned on and off', async ({ page, site }) => {
    const me = await signUp(page, site);
    await pretendPushService(page);
    await page.goto('/personal/notification');
    const devices = () => site.db.select().from(pushNotification).where(eq(pushNotification.userId, me.id));
    await expect(page.getByText('No device notifies you yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Notify me on this device' }).click();
    await expect(page.getByText('This device notifies you.')).toBeVisible();
    const remove = page.getByRole('button', { name: /^Remove Chrom/ });
    await expect(remove).toBeVisible();
    expect(await devices()).toHaveLength(1);
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Stop notifying me on this device' }).click();
    await expect(page.getByText("The device won't notify you any more.")).toBeVisible();
    await expect(page.getByRole('button', { name: 'Notify me on this device' })).toBeVisible();
    expect(await devices()).toHaveLength(0);
    await page.getByRole('button', { name: 'Notify me on this device' }).click();
    await remove.click();
    await expect(page.getByRole('button', { name: 'Notify me on this device' })).toBeVisible();
    expect(await devices()).toHaveLength(0);
  });

  test('a new endpoint of the browser replaces the old one', async ({ page, site }) => {
    const me = await signUp(page, site);
    await page.goto('/help');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const context = page.context();
    const running = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const endpoint = `https://fcm.googleapis.com/fcm/send/${unique('device')}`;
    await running.evaluate(async (endpoint) => {
      const keys = {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      };
      Object.assign(PushManager.prototype, {
        subscribe: async () => ({ toJSON: () => ({ endpoint, keys }) }),
      });
      let done: Promise<unknown> = Promise.resolve();
      const waitUntil = (work: Promise<unknown>) => {
        done = work;
      };
      self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { waitUntil }));
      await done;
    }, endpoint);
    const devices = await site.db.select().from(pushNotification).where(eq(pushNotification.userId, me.id));
    expect(devices.map((device) => device.endpoint)).toEqual([endpoint]);
  });
});

test('a browser that blocks notifications is explained', async ({ page, site, context }) => {
  await context.clearPermissions();
  await signUp(page, site);
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    Object.assign(Notification, { requestPermission: async () => 'denied' });
  });
  await page.goto('/personal/notification');
  await expect(page.getByText('Your browser blocks notifications from this site.')).toBeVisible();
});

test('a browser without notifications is explained', async ({ page, site }) => {
  await signUp(page, site);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await page.goto('/personal/notification');
  await expect(page.getByText("This browser can't show notifications from websites.")).toBeVisible();
});
