import type { Page } from '@playwright/test';
import { channel } from '#db/schema/index.ts';
import { expect } from '../../support/test.ts';
import { test as callTest, startCall } from '../support/people.ts';
import { pictureOf } from '../support/picture.ts';
import { type SeveralNodes, startNodes } from '../support/several-nodes.ts';

/** A site with two media servers. */
const test = callTest.extend<object, { nodes: SeveralNodes }>({
  nodes: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const nodes = await startNodes({ a: {}, b: {} });
      await use(nodes);
      await nodes.stop();
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

test('a call moves to another media server, with its picture, when its own stops', async ({
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

  // A new track can only come from the other media server.
  await expect.poll(async () => former.includes(await trackOf(guest)), { timeout: 30_000 }).toBe(false);
  const frozen = await pictureOf(guest);
  await expect.poll(() => pictureOf(guest)).not.toBe(frozen);
  const after = await row();
  expect(after?.nodeId).not.toBe(before?.nodeId);
  expect(after).toMatchObject({ status: 'STARTED', startedAt: before?.startedAt });
});
