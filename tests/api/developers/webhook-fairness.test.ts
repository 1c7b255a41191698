import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { webhook, webhookAttempt, webhookDelivery, webhookEvent } from '#db/schema/index.ts';
import { ownerOfKeys } from '../../support/people/keys.ts';
import type { Person } from '../../support/servers/site.ts';
import {
  attemptsOf,
  CALLS,
  deliveriesOf,
  end,
  me,
  newHook,
  newRoom,
  receiver,
  site,
  start,
} from './webhook-setting.ts';

/** Inserts deliveries that wait, as triggers do. */
async function waiting(owner: Person, webhookId: string, count: number): Promise<void> {
  const events = await site.db
    .insert(webhookEvent)
    .values(
      Array.from({ length: count }, (_, nth) => ({
        userId: owner.id,
        type: 'call.started' as const,
        data: { nth },
      })),
    )
    .returning({ id: webhookEvent.id });
  await site.db.insert(webhookDelivery).values(events.map(({ id }) => ({ webhookId, eventId: id })));
}
const due = () => site.db.execute(sql`select pg_notify('webhook_due', '')`);

it('An owner whose webhooks do not answer delays nobody else', async () => {
  const silent = await newHook(CALLS);
  const prompt = await ownerOfKeys(site);
  await newHook(CALLS, prompt);
  let [open, most] = [0, 0];
  receiver.answer = (_request, response) => {
    if (receiver.got.at(-1)?.data.nth === undefined) return void response.writeHead(200).end();
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
  };
  await waiting(me, silent.id, 30);
  await due();
  await expect.poll(() => most).toBeGreaterThan(0);
  await start(await newRoom(prompt));
  const isThere = () => receiver.got.some(({ data }) => data.roomId !== undefined);
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
  expect(receiver.got.length).toBeLessThan(31);
  expect(most).toBeLessThanOrEqual(2);
});

it('An event is not sent to a webhook for which a thousand deliveries wait', async () => {
  const [full, other] = [await newHook(CALLS), await newHook(CALLS)];
  receiver.answer = (_request, response) => void response.writeHead(500).end();
  const roomId = await newRoom();
  await site.db.update(webhook).set({ enabled: false });
  await waiting(me, full.id, 999);
  const enable = { enabled: true, failingSince: null };
  await site.db.update(webhook).set(enable).where(eq(webhook.userId, me.id));
  await start(roomId);
  await expect.poll(async () => (await deliveriesOf(other.id)).length).toBe(1);
  expect(await deliveriesOf(full.id)).toHaveLength(1_000);
  await end(roomId);
  await expect.poll(async () => (await deliveriesOf(other.id)).length).toBe(2);
  expect(await deliveriesOf(full.id)).toHaveLength(1_000);
});

it('A webhook that has failed for ten minutes is tried once a minute, until it answers', async () => {
  const { id } = await newHook(CALLS);
  const failingSince = new Date(Date.now() - 11 * 60_000);
  await site.db.update(webhook).set({ failingSince }).where(eq(webhook.id, id));
  receiver.answer = (_request, response) => void response.writeHead(503).end();
  await waiting(me, id, 5);
  await due();
  const later = sql`select count(*)::int as jobs from pgboss.job j join webhook_delivery d
    on d.id::text = j.data->>'deliveryId' where d.webhook_id = ${id} and j.state = 'created' and j.start_after > now()`;
  await expect.poll(async () => (await site.db.execute(later))[0]).toEqual({ jobs: 5 });
  expect(receiver.got).toHaveLength(1);
  const attempts = await Promise.all((await deliveriesOf(id)).map((one) => attemptsOf(one.id)));
  expect(attempts.flat()).toHaveLength(1);

  // A minute later it answers, and all others follow.
  receiver.answer = (_request, response) => void response.writeHead(200).end();
  await site.db.update(webhook).set({ probedAt: failingSince }).where(eq(webhook.id, id));
  const hurry = sql`update pgboss.job set start_after = now() where name = 'send-webhook' and state = 'created'`;
  await site.db.execute(hurry);
  await expect
    .poll(
      async () => {
        await site.db.execute(hurry);
        return (await deliveriesOf(id)).filter(({ status }) => status === 'DELIVERED').length;
      },
      { timeout: 20_000 },
    )
    .toBe(5);
  expect(await site.db.$count(webhookAttempt, sql`status = 200`)).toBeGreaterThanOrEqual(5);
  const [row] = await site.db.select().from(webhook).where(eq(webhook.id, id));
  expect(row?.failingSince).toBeNull();
});
