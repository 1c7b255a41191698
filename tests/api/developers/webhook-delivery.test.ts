import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { user, WEBHOOK_DUE, webhook, webhookDelivery, webhookEvent } from '#db/schema/index.ts';
import { ownerOfKeys } from '../../support/people/keys.ts';
import { type Person, send } from '../../support/servers/site.ts';
import {
  arrived,
  attemptsOf,
  CALLS,
  deliveriesOf,
  end,
  hurry,
  mailbox,
  me,
  newHook,
  newRoom,
  receiver,
  site,
  start,
  tried,
} from './webhook-setting.ts';

describe('A failed delivery', () => {
  it('is repeated with the same id, without delaying later events', async () => {
    const { id } = await newHook(CALLS);
    const roomId = await newRoom();
    receiver.answer = (request) => void request.socket.destroy();
    await start(roomId);
    const first = await tried(id, 1);
    expect(await attemptsOf(first.id)).toMatchObject([{ status: null, problem: 'NO_CONNECTION' }]);
    expect((await site.db.select().from(webhook).where(eq(webhook.id, id)))[0]?.failingSince).toBeInstanceOf(
      Date,
    );
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    await end(roomId);
    await arrived(2);
    await hurry(first.id);
    await arrived(3);
    const [lost, ended, again] = receiver.got;
    expect(ended?.type).toBe('call.ended');
    expect(again).toMatchObject({ id: lost?.id, type: 'call.started', body: lost?.body });
    await vi.waitFor(async () => {
      const rows = await deliveriesOf(id);
      expect(rows.map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED']);
    });
    expect(await attemptsOf(first.id)).toMatchObject([{ status: null }, { status: 200, problem: null }]);
    expect((await site.db.select().from(webhook).where(eq(webhook.id, id)))[0]?.failingSince).toBeNull();
  });

  it.each([302, 404, 500])('is one answered with %i', async (status) => {
    const { id } = await newHook(['call.started']);
    receiver.answer = (_request, response) =>
      void response.writeHead(status, { Location: `${receiver.url}/elsewhere` }).end();
    await start(await newRoom());
    const delivery = await tried(id, 1);
    expect(delivery.status).toBe('PENDING');
    expect(await attemptsOf(delivery.id)).toMatchObject([{ status, problem: null }]);
    expect(receiver.got).toHaveLength(1);
  });

  it('is given up after nine attempts, and sent again at its owner’s request', async () => {
    const { id } = await newHook(['call.started']);
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await start(await newRoom());
    const delivery = await tried(id, 1);
    await site.db.update(webhookDelivery).set({ attempts: 8 }).where(eq(webhookDelivery.id, delivery.id));
    await hurry(delivery.id, 8);
    expect((await tried(id, 9)).status).toBe('FAILED');
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    const post = (as: Person, fields: Record<string, string>) =>
      send(site, `/personal/developer/${id}`, { as, method: 'POST', body: new URLSearchParams(fields) });
    const again = { intent: 'sendAgain', delivery: delivery.id };
    expect((await post(await ownerOfKeys(site), again)).status).toBe(404);
    expect((await post(me, again)).status).toBe(302);
    await arrived(3);
    expect((await tried(id, 1)).status).toBe('DELIVERED');
    expect(new Set(receiver.got.map((event) => event.id)).size).toBe(1);
    const page = String((await send(site, `/personal/developer/${id}`, { as: me })).body);
    expect(page).toContain(receiver.got[0]?.id);
    expect(page).toContain('answered 500');
    expect((await send(site, `/personal/developer/${id}`, { as: await ownerOfKeys(site) })).status).toBe(404);
  });

  it('is read and sent again over the API, only for one’s own active webhooks', async () => {
    const { id } = await newHook(['call.started']);
    const { id: otherId } = await newHook(['booking.settled']);
    receiver.answer = (_request, response) => void response.writeHead(503).end();
    const roomId = await newRoom();
    await start(roomId);
    const delivery = await tried(id, 1);
    const log = `/api/webhook/${id}/delivery`;
    const { status, body } = await send(site, log, { as: me });
    expect([status, body]).toMatchObject([
      200,
      {
        deliveries: [
          {
            id: delivery.id,
            eventId: receiver.got[0]?.id,
            type: 'call.started',
            status: 'PENDING',
            attempts: [{ status: 503, problem: null }],
          },
        ],
      },
    ]);
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    const again = async (path: string, as = me) =>
      (await send(site, `${path}/${delivery.id}/send`, { as, method: 'POST' })).status;
    const stranger = await ownerOfKeys(site);
    expect((await send(site, log, { as: stranger })).status).toBe(404);
    expect(await again(log, stranger)).toBe(404);
    expect(await again(`/api/webhook/${otherId}/delivery`)).toBe(404);
    await site.db.update(webhook).set({ enabled: false }).where(eq(webhook.id, id));
    expect(await again(log)).toBe(404);
    await site.db.update(webhook).set({ enabled: true }).where(eq(webhook.id, id));
    expect(receiver.got).toHaveLength(1);
    expect(await again(log)).toBe(200);
    await arrived(2);
    expect(receiver.got[1]?.id).toBe(receiver.got[0]?.id);
  });

  it('switches the webhook off after three days, and notifies its owner', async () => {
    const { id } = await newHook(['call.started']);
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    const days = (count: number) => sql`now() - ${count} * interval '1 day'`;
    await site.db
      .update(webhook)
      .set({ failingSince: days(2.9) })
      .where(eq(webhook.id, id));
    await start(await newRoom());
    const delivery = await tried(id, 1);
    const enabled = async () => (await site.db.select().from(webhook).where(eq(webhook.id, id)))[0]?.enabled;
    expect(await enabled()).toBe(true);
    await site.db
      .update(webhook)
      .set({ failingSince: days(3.1), probedAt: null })
      .where(eq(webhook.id, id));
    await hurry(delivery.id);
    await tried(id, 2);
    expect(await enabled()).toBe(false);
    const [owner] = await site.db.select().from(user).where(eq(user.id, me.id));
    expect(await mailbox.waitFor(owner?.email ?? '', 'switched off')).toContain(id);
    // Nothing more is sent until it is switched on again.
    await start(await newRoom());
    expect(await deliveriesOf(id)).toHaveLength(1);
    const { version } = z
      .object({ version: z.number() })
      .parse((await send(site, `/api/webhook/${id}`, { as: me })).body);
    const on = { as: me, method: 'PUT', body: { version, enabled: true } };
    expect((await send(site, `/api/webhook/${id}`, on)).body).toMatchObject({
      enabled: true,
      failingSince: null,
    });
  });

  it('waits while its owner is suspended, is sent afterwards, and is deleted with the account', async () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    const { id } = await newHook(CALLS);
    const roomId = await newRoom();
    await start(roomId);
    const { id: deliveryId } = await tried(id, 1);
    const suspend = (suspendedAt: Date | null) =>
      site.db
        .update(user)
        .set({ suspendedAt, suspensionReason: suspendedAt && 'Spam' })
        .where(eq(user.id, me.id));
    await suspend(new Date());
    receiver.got.length = 0;
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    await hurry(deliveryId);
    await end(roomId);
    const waiting = { status: 'PENDING', queuedAt: null };
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(id)).toSorted((a, b) => b.attempts - a.attempts)).toMatchObject([
          { ...waiting, attempts: 1 },
          { ...waiting, attempts: 0 },
        ]),
      { timeout: 20_000 },
    );
    expect(receiver.got).toEqual([]);
    await suspend(null);
    // As the sweep does each minute.
    await site.db.execute(sql`select pg_notify(${WEBHOOK_DUE}, '')`);
    await arrived(2);
    await vi.waitFor(async () => {
      for (const { status } of await deliveriesOf(id)) expect(status).toBe('DELIVERED');
    });
    await site.db.delete(user).where(eq(user.id, me.id));
    expect(await site.db.$count(webhookEvent, eq(webhookEvent.userId, me.id))).toBe(0);
    expect(await deliveriesOf(id)).toEqual([]);
  });
});
