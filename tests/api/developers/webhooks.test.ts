import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { booking, channel, webhookDelivery } from '#db/schema/index.ts';
import { ownerOfKeys } from '../../support/people/keys.ts';
import { makeUser } from '../../support/people/people.ts';
import { person, send } from '../../support/servers/site.ts';
import { isSigned } from '../../support/servers/webhook-receiver.ts';
import {
  arrived,
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

describe('A webhook', () => {
  it('shows its secret once, and accepts only public internet addresses', async () => {
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

  it('receives a call’s start and end with its numbers, signed', async () => {
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

  it('receives only committed changes, and only the selected events', async () => {
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
    // A room made without a key.
    const token = 'K7M4QX9TR';
    const [free] = await site.db
      .insert(channel)
      .values({ token, nodeId: 'node', hostKey: 'key', hostUserId: me.id, expiresAt: new Date() })
      .returning();
    await end(free?.id ?? '');
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});

describe('A booking', () => {
  const ALL = ['requested', 'confirmed', 'rejected', 'cancelled', 'settled'].map((name) => `booking.${name}`);

  /** Inserts a booking of the webhook's owner. */
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

  it('sends an event at each step to the webhook of its person', async () => {
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

  it('does not reveal who blocked whom, nor unpaid bookings', async () => {
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

  it('sends an event when it is rejected', async () => {
    await newHook(['booking.rejected']);
    const id = await booked();
    await change(id, { status: 'REJECTED', endedReason: 'PRODUCER' });
    await arrived(1);
    expect(receiver.got[0]).toMatchObject({ type: 'booking.rejected', data: { endedReason: 'PRODUCER' } });
  });
});
