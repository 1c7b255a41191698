import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import webPush from 'web-push';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { role, user, userLanguage, userPrice } from '#db/schema/index.ts';
import { parseEnvironment } from '#media-server/env.ts';
import { createLog } from '#media-server/log.ts';
import type { MediaServer } from '#media-server/server.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { PASSWORD } from '#tests/support/people/members.ts';
import { makeUser, unique } from '#tests/support/people/people.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { Mailbox } from '#tests/support/servers/mailbox.ts';
import {
  giveCard,
  type PaymentSandbox,
  startPaymentSandbox,
} from '#tests/support/servers/payment-sandbox.ts';
import { expect, hydrated, test as ordinaryTest, watchConsole } from '../support/test.ts';

export { expectAccessible } from '../support/accessible.ts';
export { expect, hydrated, PASSWORD };

export type PeopleSite = {
  url: string;
  db: Database;
  mailbox: Mailbox;
  sandbox: PaymentSandbox;
  /** Connects a streamer's payouts. */
  makePayable: (userId: string) => Promise<unknown>;
  /** Runs `meanwhile` while there is no media server. */
  restartMedia: (meanwhile: () => Promise<unknown>) => Promise<void>;
};

/** Starts the media server, through which pages receive notifications. */
async function startMedia(env: Record<string, string>): Promise<MediaServer> {
  process.env.MEDIASOUP_WORKER_BIN ??= await ensureWorker(() => {});
  // The module reads the variable when it is imported.
  const { startMediaServer } = await import('#media-server/server.ts');
  const ports = { MEDIA_PORT: '0', MEDIA_HEALTH_PORT: '0', RTC_PORT: '0', MEDIA_WORKERS: '1' };
  const environment = parseEnvironment({ ...ports, ...env, LOG_LEVEL: 'silent' });
  return startMediaServer(environment, createLog(environment.LOG_LEVEL, environment.MEDIA_NODE_ID));
}

/**
 * Starts a site with its own database, media server and sandbox for payments.
 * @param prepare fills the database before the web server starts
 */
export async function withSite(
  use: (site: PeopleSite) => Promise<void>,
  prepare?: (db: Database) => Promise<unknown>,
): Promise<void> {
  const cluster = await startTemporaryCluster();
  await migrateDatabase(cluster.url());
  const db = openDatabase(cluster.url());
  await prepare?.(db);
  const files = await mkdtemp(join(tmpdir(), 'panocall-people-'));
  const mailbox = await Mailbox.open();
  const sandbox = await startPaymentSandbox();
  const TICKET_SECRET = randomBytes(32).toString('base64url');
  const vapid = webPush.generateVAPIDKeys();
  const mediaEnv = { DATABASE_URL: cluster.url(), TICKET_SECRET };
  let media = await startMedia(mediaEnv);
  const { port } = media;
  const restartMedia = async (meanwhile: () => Promise<unknown>) => {
    await media.close();
    await meanwhile();
    media = await startMedia({ ...mediaEnv, MEDIA_PORT: String(port) });
  };
  const server = await startWebServer(cluster.url(), {
    ...sandbox.env,
    TICKET_SECRET,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    MEDIA_INTERNAL_URL: `http://127.0.0.1:${port}`,
    STORAGE_FOLDER: files,
    MAIL_FOLDER: mailbox.folder,
  });
  const makePayable = (userId: string) => connectPayouts(db, sandbox.env, userId);
  await use({ url: server.url, db, mailbox, sandbox, makePayable, restartMedia });
  await db.$client.end();
  await server.stop();
  await media.close();
  await sandbox.close();
  await cluster.stop();
  await mailbox.close();
  await rm(files, { recursive: true });
}

/** These tests insert rows, so they need their own database. */
const siteTest = ordinaryTest.extend<object, { site: PeopleSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  site: [async ({}, use) => withSite(use), { scope: 'worker', timeout: 120_000 }],
  baseURL: async ({ site }, use) => use(site.url),
  extraHTTPHeaders: async ({ locale: _ }, use) => use({ 'X-Forwarded-For': newAddress() }),
});

export const test = siteTest;

/** For tests with rejected requests, which browsers log to the console. */
export const refusingTest = siteTest.extend({
  page: async ({ context }, use) => {
    const page = await context.newPage();
    const errors = watchConsole(page);
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

/** Creates a streamer with a public profile. The profile's URL name is the username. */
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

/** Signs up a user with a confirmed email address. */
export async function signUpConfirmed(page: Page, site: PeopleSite): Promise<Account> {
  const me = await signUp(page, site);
  await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, me.id));
  return me;
}

/** Signs up a user with a confirmed email address and a saved card. */
export async function signUpWithCard(page: Page, site: PeopleSite): Promise<Account> {
  const me = await signUpConfirmed(page, site);
  const answer = await page.request.post('/api/card');
  await giveCard(z.object({ url: z.string() }).parse(await answer.json()).url);
  await page.request.get('/personal/payment?done=stripe');
  return me;
}
