import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  booking,
  channel,
  user,
  WEBHOOK_DUE,
  webhook,
  webhookAttempt,
  webhookDelivery,
  webhookEvent,
} from '#db/schema/index.ts';
import { newKey, ownerOfKeys } from '../../support/people/keys.ts';
import { bearer, makeUser } from '../../support/people/people.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';
import { isSigned, type Receiver, startReceiver } from '../../support/servers/webhook-receiver.ts';

let site: Site;
let receiver: Receiver;
let mailbox: Mailbox;
let me: Person;

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
  // What waits to be sent again would arrive in another test.
  await site.db.update(webhook).set({ enabled: false });
  receiver.got.length = 0;
  receiver.answer = (_request, response) => void response.writeHead(200).end('thanks');
  me = await ownerOfKeys(site);
});

const CALLS = ['call.started', 'call.ended'];
const hookSchema = z.object({ id: z.string(), secret: z.string() });

async function newHook(events: string[], as = me) {
  const answer = await send(site, '/api/webhook', { as, body: { url: receiver.url, events } });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return hookSchema.parse(answer.body);
}

/** Of a room that a key of theirs makes. */
async function newRoom(as = me): Promise<string> {
  const { key } = await newKey(site, as);
  const { body } = await send(site, '/api/room', { headers: bearer(key), body: {} });
  return z.object({ id: z.string() }).parse(body).id;
}

const set = (id: string, fields: Partial<typeof channel.$inferInsert>) =>
  site.db.update(channel).set(fields).where(eq(channel.id, id));
const start = (id: string, startedAt = new Date()) => set(id, { status: 'STARTED', startedAt });
const end = (id: string, endedAt = new Date()) =>
  set(id, {
    status: 'FINISHED',
    endReason: 'left',
    endedAt,
    cameraType: 'RICOH_THETA',
    videoQuality: 'HIGH',
  });

const arrived = (count: number) =>
  vi.waitFor(() => expect(receiver.got.map(({ type }) => type)).toHaveLength(count), { timeout: 20_000 });

const deliveriesOf = (webhookId: string) =>
  site.db.select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, webhookId));
const attemptsOf = (deliveryId: string) =>
  site.db
    .select()
    .from(webhookAttempt)
    .where(eq(webhookAttempt.deliveryId, deliveryId))
    .orderBy(webhookAttempt.createdAt);

/** The only delivery of a webhook, once it has had so many attempts in its present round. */
async function tried(webhookId: string, attempts: number) {
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

/** Lets the time of a pause pass. @param attempt which one comes next */
const hurry = (deliveryId: string, attempt?: number) =>
  site.db.execute(sql`update pgboss.job set start_after = now(),
    data = data || ${JSON.stringify(attempt === undefined ? {} : { attempt })}::text::jsonb
    where name = 'send-webhook' and state = 'created' and data->>'deliveryId' = ${deliveryId}`);

describe('A webhook', () => {
  it('shows its secret once, and takes only addresses of the internet', async () => {
    const { id } = await newHook(CALLS);
    expect((await send(site, `/api/webhook/${id}`, { as: me })).body).not.toHaveProperty('secret');
    const wrong = [
      'http://shop.example/hook',
      'https://127.0.0.1/hook',
      'https://[::1]/hook',
      'https://192.168.1.1/hook',
      'https://localhost/hook',
      'https://me:secret@shop.example/hook',
      'ftp://shop.example/hook',
      'shop.example',
    ];
    for (const url of wrong) {
      const { status } = await send(site, '/api/webhook', { as: me, body: { url, events: CALLS } });
      expect([url, status]).toEqual([url, 400]);
    }
    const unknown = { url: receiver.url, events: ['call.paused'] };
    expect((await send(site, '/api/webhook', { as: me, body: unknown })).status).toBe(400);
    const unproved = await person(site.db);
    const body = { url: receiver.url, events: CALLS };
    expect((await send(site, '/api/webhook', { as: unproved, body })).status).toBe(403);
  });

  it('is told of a call’s start and end with its numbers, signed', async () => {
    const { secret } = await newHook(CALLS);
    const other = await newHook(CALLS, await ownerOfKeys(site));
    const roomId = await newRoom();
    const startedAt = new Date('2026-05-06T07:08:09.123Z');
    await start(roomId, startedAt);
    await arrived(1);
    await end(roomId, new Date(startedAt.getTime() + 90_500));
    await arrived(2);
    const [began, ended] = receiver.got;
    expect(began).toMatchObject({
      type: 'call.started',
      data: { roomId, startedAt: startedAt.toISOString() },
    });
    expect(ended).toMatchObject({
      type: 'call.ended',
      data: {
        roomId,
        endedAt: '2026-05-06T07:09:39.623Z',
        durationMs: 90_500,
        endReason: 'left',
        status: 'FINISHED',
        cameraType: 'RICOH_THETA',
        videoQuality: 'HIGH',
      },
    });
    for (const event of receiver.got) {
      expect(isSigned(event, secret)).toBe(true);
      expect(isSigned(event, other.secret)).toBe(false);
      expect(isSigned({ ...event, body: `${event.body} ` }, secret)).toBe(false);
    }
    expect(await deliveriesOf(other.id)).toEqual([]);
  });

  it('is told of what was committed, and of what was asked for alone', async () => {
    const { id } = await newHook(['call.ended']);
    const roomId = await newRoom();
    const undone = new Error('undone');
    const doing = site.db.transaction(async (tx) => {
      await tx.update(channel).set({ status: 'FINISHED', endedAt: new Date() }).where(eq(channel.id, roomId));
      throw undone;
    });
    await expect(doing).rejects.toBe(undone);
    await start(roomId);
    await end(roomId);
    await arrived(1);
    expect(await deliveriesOf(id)).toHaveLength(1);
    // A room that no key has made.
    const token = 'K7M4QX9TR';
    const [free] = await site.db
      .insert(channel)
      .values({ token, nodeId: 'node', hostKey: 'key', hostUserId: me.id, expiresAt: new Date() })
      .returning();
    await end(free?.id ?? '');
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});

describe('What does not arrive', () => {
  it('is sent again under the same id, and what happens meanwhile is not kept waiting', async () => {
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

  it.each([302, 404, 500])('counts as not arrived if %i is answered', async (status) => {
    const { id } = await newHook(['call.started']);
    receiver.answer = (_request, response) =>
      void response.writeHead(status, { Location: `${receiver.url}/elsewhere` }).end();
    await start(await newRoom());
    const delivery = await tried(id, 1);
    expect(delivery.status).toBe('PENDING');
    expect(await attemptsOf(delivery.id)).toMatchObject([{ status, problem: null }]);
    expect(receiver.got).toHaveLength(1);
  });

  it('is given up after nine attempts, and sent again when its owner wants', async () => {
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

  it('is read and sent again over the API, of one’s own webhooks that are on', async () => {
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

  it('switches the webhook off after three days, and its owner is told', async () => {
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
      .set({ failingSince: days(3.1) })
      .where(eq(webhook.id, id));
    await hurry(delivery.id);
    await tried(id, 2);
    expect(await enabled()).toBe(false);
    const [owner] = await site.db.select().from(user).where(eq(user.id, me.id));
    expect(await mailbox.waitFor(owner?.email ?? '', 'switched off')).toContain(id);
    // Nothing is sent any more, until it is switched on again.
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

  it('waits while its owner is suspended, is sent once they are not, and goes with the account', async () => {
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

describe('A booking', () => {
  const ALL = ['requested', 'confirmed', 'rejected', 'cancelled', 'settled'].map((name) => `booking.${name}`);

  /** With the streamer's webhook; made when it is paid. */
  async function booked(status: 'PAYING' | 'WAITING' = 'WAITING') {
    const viewer = await makeUser(site.db);
    const soon = new Date('2027-08-01T09:00:00Z');
    const [made] = await site.db
      .insert(booking)
      .values({
        producerId: me.id,
        consumerId: viewer,
        status,
        startAt: new Date('2027-08-02T07:00:00Z'),
        endAt: new Date('2027-08-02T08:00:00Z'),
        restMinutes: 0,
        priceMinor: 250,
        currency: 'EUR',
        amount: 15_000,
        timeZone: 'Europe/Madrid',
        localStart: '2027-08-02T09:00:00',
        tzVersion: '2026c',
        ...(status === 'PAYING' ? { payBy: soon } : { confirmBy: soon }),
        clientKey: randomUUID(),
      })
      .returning();
    if (!made) throw new Error('no booking was made');
    return made.id;
  }
  const change = (id: string, fields: Partial<typeof booking.$inferInsert>) =>
    site.db
      .update(booking)
      .set({ payBy: null, confirmBy: null, ...fields })
      .where(eq(booking.id, id));

  it('is told of at each step, to the person whose it is', async () => {
    await newHook(ALL);
    const id = await booked();
    await change(id, { status: 'CONFIRMED' });
    await change(id, { outcome: 'DELIVERED' });
    await arrived(3);
    expect(receiver.got.map(({ type }) => type).sort()).toEqual([
      'booking.confirmed',
      'booking.requested',
      'booking.settled',
    ]);
    expect(receiver.got.find(({ type }) => type === 'booking.settled')?.data).toEqual({
      bookingId: id,
      as: 'STREAMER',
      status: 'CONFIRMED',
      startAt: '2027-08-02T07:00:00.000Z',
      endAt: '2027-08-02T08:00:00.000Z',
      amount: 15_000,
      currency: 'EUR',
      endedReason: null,
      outcome: 'DELIVERED',
    });
  });

  it('does not tell who blocked whom, nor of what was never paid', async () => {
    const { id: hookId } = await newHook(ALL);
    const unpaid = await booked('PAYING');
    await change(unpaid, { status: 'CANCELLED', endedReason: 'NOT_PAID' });
    const one = await booked();
    await change(one, { status: 'CANCELLED', endedReason: 'BLOCKED' });
    await arrived(2);
    expect(receiver.got.find(({ type }) => type === 'booking.cancelled')?.data).toMatchObject({
      bookingId: one,
      endedReason: 'WITHDRAWN',
    });
    expect(await site.db.$count(webhookDelivery, eq(webhookDelivery.webhookId, hookId))).toBe(2);
  });

  it('that is rejected says so', async () => {
    await newHook(['booking.rejected']);
    const id = await booked();
    await change(id, { status: 'REJECTED', endedReason: 'PRODUCER' });
    await arrived(1);
    expect(receiver.got[0]).toMatchObject({ type: 'booking.rejected', data: { endedReason: 'PRODUCER' } });
  });
});
