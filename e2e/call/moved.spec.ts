import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Database, openDatabase } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { channel } from '#db/schema/index.ts';
import { ensureWorker } from '#scripts/media-worker/worker.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { MediaProcess } from '#tests/support/media-process.ts';
import { expect } from '../test.ts';
import { test as callTest, startCall } from './people.ts';
import { pictureOf } from './picture.ts';

type Site = { origin: string; db: Database; media: MediaProcess[] };

/** With two media servers. */
const test = callTest.extend<object, { nodes: Site }>({
  nodes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      process.env.MEDIASOUP_WORKER_BIN ??= await ensureWorker(() => {});
      const cluster = await startTemporaryCluster();
      const databaseUrl = cluster.url();
      await migrateDatabase(databaseUrl);
      const ticketSecret = randomBytes(32).toString('base64url');
      const start = (id: string) => MediaProcess.start({ id, databaseUrl, ticketSecret });
      const media = await Promise.all([start('a'), start('b')]);
      const MEDIA_URL = media.map(({ url }) => url).join(',');
      const web = await startWebServer(databaseUrl, { TICKET_SECRET: ticketSecret, MEDIA_URL });
      const db = openDatabase(databaseUrl);
      await use({ origin: web.url, db, media });
      await Promise.all([web, ...media].map((server) => server.stop()));
      await db.$client.end();
      await cluster.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ nodes }, use) => use(nodes.origin),
});

test.use({ expectedErrors: [/WebSocket connection to/] });

const trackOf = (page: Page) =>
  page.evaluate(() => {
    const stream = document.querySelector('audio')?.srcObject;
    return stream instanceof MediaStream ? (stream.getTracks()[0]?.id ?? null) : null;
  });

test('a call moves to another media server when its own stops, and the picture with it', async ({
  host,
  guest,
  nodes: { db, media },
}) => {
  await startCall(host, guest);
  const row = async () => (await db.select().from(channel))[0];
  await expect.poll(async () => (await row())?.status).toBe('STARTED');
  const before = await row();
  const former = [null, await trackOf(guest)];
  await media.find(({ id }) => id === before?.nodeId)?.stop();

  // What comes now, comes from the other one.
  await expect.poll(async () => former.includes(await trackOf(guest)), { timeout: 30_000 }).toBe(false);
  const frozen = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(frozen);
  const after = await row();
  expect(after?.nodeId).not.toBe(before?.nodeId);
  expect(after).toMatchObject({ status: 'STARTED', startedAt: before?.startedAt });
});
