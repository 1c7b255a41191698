import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { z } from 'zod';
import { channel, webhook, webhookAttempt, webhookDelivery } from '#db/schema/index.ts';
import { newKey, ownerOfKeys } from '../../support/people/keys.ts';
import { bearer } from '../../support/people/people.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Person, type Site, send, startSite } from '../../support/servers/site.ts';
import { type Receiver, startReceiver } from '../../support/servers/webhook-receiver.ts';

// Starts a site and a webhook receiver for the test file that imports it.

export let site: Site;
export let receiver: Receiver;
export let mailbox: Mailbox;
export let me: Person;

beforeAll(async () => {
  receiver = await startReceiver();
  mailbox = await Mailbox.open();
  site = await startSite({ WEBHOOK_HOSTS: receiver.host, MAIL_FOLDER: mailbox.folder });
  await makeMediaNode(site.db);
});
afterAll(async () => {
  await site.stop();
  await receiver.close();
  await mailbox.close();
});
beforeEach(async () => {
  // Otherwise pending deliveries would arrive during another test.
  await site.db.update(webhook).set({ enabled: false });
  receiver.got.length = 0;
  receiver.answer = (_request, response) => void response.writeHead(200).end('thanks');
  me = await ownerOfKeys(site);
});

export const CALLS = ['call.started', 'call.ended'];
const hookSchema = z.object({ id: z.string(), secret: z.string() });

export async function newHook(events: string[], as = me) {
  const answer = await send(site, '/api/webhook', { as, body: { url: receiver.url, events } });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return hookSchema.parse(answer.body);
}

/** Creates a room with a new key. @returns the room's id */
export async function newRoom(as = me): Promise<string> {
  const { key } = await newKey(site, as);
  const { body } = await send(site, '/api/room', { headers: bearer(key), body: {} });
  return z.object({ id: z.string() }).parse(body).id;
}

const set = (id: string, fields: Partial<typeof channel.$inferInsert>) =>
  site.db.update(channel).set(fields).where(eq(channel.id, id));
export const start = (id: string, startedAt = new Date()) => set(id, { status: 'STARTED', startedAt });
export const end = (id: string, endedAt = new Date()) =>
  set(id, {
    status: 'FINISHED',
    endReason: 'left',
    endedAt,
    cameraType: 'RICOH_THETA',
    videoQuality: 'HIGH',
  });

export const arrived = (count: number) =>
  vi.waitFor(() => expect(receiver.got.map(({ type }) => type)).toHaveLength(count), { timeout: 20_000 });

export const deliveriesOf = (webhookId: string) =>
  site.db.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, webhookId));
export const attemptsOf = (deliveryId: string) =>
  site.db
    .select()
    .from(webhookAttempt)
    .where(eq(webhookAttempt.deliveryId, deliveryId))
    .orderBy(webhookAttempt.createdAt);

/** Waits until the only delivery of a webhook has had this many attempts in its current round. */
export async function tried(webhookId: string, attempts: number) {
  const [delivery] = await vi.waitFor(
    async () => {
      const found = await deliveriesOf(webhookId);
      expect(found).toMatchObject([{ attempts }]);
      return found;
    },
    { timeout: 20_000 },
  );
  if (!delivery) throw new Error('nothing was sent');
  return delivery;
}

/** Ends the pause before the next attempt. @param attempt sets the number of that attempt */
export const hurry = (deliveryId: string, attempt?: number) =>
  site.db.execute(sql`update pgboss.job set start_after = now(),
    data = data || ${JSON.stringify(attempt === undefined ? {} : { attempt })}::text::jsonb
    where name = 'send-webhook' and state = 'created' and data->>'deliveryId' = ${deliveryId}`);
