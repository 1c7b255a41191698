import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { channel } from '#db/schema/index.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { Client, newAddress } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Site, startSite } from '../../support/servers/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await makeMediaNode(site.db);
});
afterAll(() => site.stop());

/** A room as the API makes it, changed as by time and people. */
async function room(change: Partial<typeof channel.$inferInsert>): Promise<string> {
  const { body } = await new Client(site.server.url, newAddress()).call('/api/channel/ticket');
  const { token } = newRoomSchema.parse(body);
  await site.db
    .update(channel)
    .set({ cameraType: 'INTEGRATED_CAM', ...change })
    .where(eq(channel.token, token));
  return token;
}

const asGuest = (client: Client, token: string) =>
  client.call(`/api/channel/seat/${token}`, { method: 'POST', body: { seat: 'guest' } });
const over = (endReason: string) => ({ status: 'FINISHED', endReason, endedAt: new Date() });

it.each([
  ['unknown', null, 404, 'CODE_INVALID'],
  ['expired just now', { expiresAt: new Date(0) }, 410, 'CODE_EXPIRED'],
  ['expired', over('expired'), 410, 'CODE_EXPIRED'],
  ['in use', { status: 'STARTED', guestKey: 'other' }, 403, 'SEAT_TAKEN'],
  ['closed', over('left'), 410, 'CODE_USED'],
  ['of a call that is over', { ...over('lost'), guestKey: 'other' }, 410, 'CODE_USED'],
] as const)('a code that is %s is told, and counts as wrong', async (_, change, status, code) => {
  const token = change ? await room(change) : 'ACDEFGHJK';
  const client = new Client(site.server.url, newAddress());
  for (let times = 0; times < 20; times++)
    expect(await asGuest(client, token)).toMatchObject({ status, body: { code } });
  expect(await asGuest(client, token)).toMatchObject({ status: 429 });
  const check = await new Client(site.server.url, newAddress()).call(`/api/channel/check/${token}`);
  expect(check).toMatchObject({ status: 404, body: { code: 'CODE_INVALID' } });
});
