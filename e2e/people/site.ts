import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { role, userLanguage, userPrice } from '#db/schema/index.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { newAddress } from '#tests/support/client.ts';
import { Mailbox } from '#tests/support/mailbox.ts';
import { makeMediaNode } from '#tests/support/media-node.ts';
import { PASSWORD } from '#tests/support/members.ts';
import { startPaymentSandbox } from '#tests/support/payment-sandbox.ts';
import { makeUser, unique } from '#tests/support/people.ts';
import { expect, hydrated, test as ordinaryTest, watchConsole } from '../test.ts';

export { expectAccessible } from '../accessible.ts';
export { expect, hydrated, PASSWORD };

export type PeopleSite = {
  url: string;
  db: Database;
  mailbox: Mailbox;
  /** Has Stripe pay a streamer. */
  makePayable: (userId: string) => Promise<unknown>;
};

/** These tests insert rows, so they need their own database. */
const siteTest = ordinaryTest.extend<object, { site: PeopleSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const cluster = await startTemporaryCluster();
      await migrateDatabase(cluster.url());
      const files = await mkdtemp(join(tmpdir(), 'panocall-people-'));
      const mailbox = await Mailbox.open();
      const sandbox = await startPaymentSandbox();
      const server = await startWebServer(cluster.url(), {
        ...sandbox.env,
        STORAGE_FOLDER: files,
        MAIL_FOLDER: mailbox.folder,
      });
      const db = openDatabase(cluster.url());
      // No media server runs here; this stands for one, so that pages do not say that calls are unavailable.
      await makeMediaNode(db);
      const makePayable = (userId: string) => connectPayouts(db, sandbox.env, userId);
      await use({ url: server.url, db, mailbox, makePayable });
      await db.$client.end();
      await server.stop();
      await sandbox.close();
      await cluster.stop();
      await mailbox.close();
      await rm(files, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  extraHTTPHeaders: async ({ locale: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
  page: async ({ page }, use) => {
    // Requests to other sites must not carry our headers, nor leave this machine.
    await page.route(/^https:/, (route) => route.abort());
    await use(page);
  },
});

export const test = siteTest;

/** For tests with rejected requests, which browsers log to the console. */
export const refusingTest = siteTest.extend({
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const errors = watchConsole(page);
    await page.route(/^https:/, (route) => route.abort());
    await use(page);
    expect(errors.filter((error) => !error.includes('Failed to load resource'))).toEqual([]);
  },
});

export type Account = { id: string; username: string };

/** Signs up a new user and logs the page in. */
export async function signUp(page: Page, site: PeopleSite, roles: readonly string[] = []): Promise<Account> {
  const username = unique('member');
  const answer = await page.request.post('/api/signup', {
    data: { username, email: `${username}@example.org`, password: PASSWORD },
  });
  expect(answer.status()).toBe(201);
  const { id }: { id: string } = await answer.json();
  for (const rolename of roles) await site.db.insert(role).values({ userId: id, rolename });
  return { id, username };
}

/** A streamer with a public profile. The profile's URL name is the username. */
export async function makeStreamer(
  site: PeopleSite,
  values: Parameters<typeof makeUser>[1] = {},
  { languages = ['ENGLISH'], price = 1.5 } = {},
): Promise<Account> {
  const username = unique('streamer');
  const shown = { username, urlname: username, controlModes: ['VOICE'], ...values };
  const id = await makeUser(site.db, shown, ['PRODUCER']);
  await site.db.insert(userPrice).values({ userId: id, currency: 'EUR', perMinute: price });
  await site.db.insert(userLanguage).values(languages.map((language) => ({ userId: id, language })));
  return { id, username };
}

/** A picture with some detail. */
function picture(width: number, height: number): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251));
  return sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg()
    .toBuffer();
}

export const file = async (width: number, height: number) => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: await picture(width, height),
});
