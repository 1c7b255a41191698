import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { notify } from '#app/marketplace/notify.server.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, mediaNode, NOTIFICATION_CHANGE, notification, user } from '#db/schema/index.ts';
import { type Notification, notificationListSchema, notificationSchema } from '#protocol/notification.ts';
import { USER_TICKET_AUDIENCE } from '#protocol/ticket.ts';
import { makePerson, offerTime, type Person, startAt } from '../../support/market/bookings.ts';
import { ring, stopRinging } from '../../support/market/rings.ts';
import { bearer } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import {
  makePayable,
  type Payments,
  payFor,
  saveCard,
  startPayments,
} from '../../support/servers/payment-sandbox.ts';

let site: Payments;
/** Reads Spanish. */
let streamer: Person;
/** Reads English. */
let viewer: Person;
let stranger: Person;

beforeAll(async () => {
  site = await startPayments();
});
afterAll(() => site.stop());
beforeEach(async () => {
  streamer = await makePerson(site.db, { language: 'SPANISH' });
  viewer = await makePerson(site.db);
  stranger = await makePerson(site.db);
});

const ask = (path: string, as: Person | null, body?: unknown): Promise<Answer> =>
  new Client(site.server.url).call(path, { body, headers: as ? bearer(as.token) : {} });
const list = async (of: Person) => notificationListSchema.parse((await ask('/api/notification', of)).body);
const read = async (id: string, as: Person): Promise<Notification> =>
  notificationSchema.parse((await ask(`/api/notification/${id}`, as)).body);

async function newest(of: Person): Promise<Notification> {
  const [first] = (await list(of)).notifications;
  if (!first) throw new Error('they were told of nothing');
  return first;
}

/** Collects the payloads sent to media servers from now on: the user's id and the notification's. */
async function heard(): Promise<string[]> {
  const payloads: string[] = [];
  const { unlisten } = await site.db.$client.listen(NOTIFICATION_CHANGE, (payload) => payloads.push(payload));
  onTestFinished(unlisten);
  return payloads;
}

describe('a request that rings', () => {
  it('notifies its streamer, in their language, with what to do about it', async () => {
    const requestId = await ring(site.db, streamer.id, viewer.id);
    const told = await newest(streamer);
    expect(told).toMatchObject({
      kind: 'REQUEST',
      title: `Llamada entrante de ${viewer.username}`,
      address: `/es/request/${requestId}`,
      picture: expect.stringContaining(viewer.id),
      requestId,
      rings: true,
      isOver: false,
      actions: [
        {
          action: 'accept',
          title: 'Aceptar',
          path: `/api/request/${requestId}/accept`,
          opens: '/es/room/host/:token?skip=true',
        },
        { action: 'reject', title: 'Rechazar', path: `/api/request/${requestId}/reject`, opens: null },
      ],
      readAt: null,
    });
    expect(await read(told.id, streamer)).toEqual(told);
    expect(await list(viewer)).toEqual({ notifications: [], unread: 0 });
  });

  it.each(['EXPIRED', 'CANCELLED'] as const)('becomes a missed call once it is %s', async (status) => {
    const requestId = await ring(site.db, streamer.id, viewer.id);
    const { id } = await newest(streamer);
    await ask('/api/notification/read', streamer, { ids: [id] });
    await stopRinging(site.db, requestId, status);
    const title = `Llamada perdida de ${viewer.username}`;
    const missed = { id, kind: 'MISSED', title, rings: false, isOver: false, actions: [], readAt: null };
    expect((await list(streamer)).notifications).toEqual([expect.objectContaining(missed)]);
  });

  it.each(['ACCEPTED', 'REJECTED'] as const)('is over and read once it is %s', async (status) => {
    const requestId = await ring(site.db, streamer.id, viewer.id);
    await stopRinging(site.db, requestId, status);
    const told = await newest(streamer);
    expect(told).toMatchObject({ kind: 'REQUEST', rings: false, isOver: true, actions: [] });
    expect(told.readAt).not.toBeNull();
  });

  it('is sent to the media servers when it rings and when it ends, after the commit', async () => {
    const payloads = await heard();
    const requestId = await ring(site.db, streamer.id, viewer.id);
    const { id } = await newest(streamer);
    const failing = site.db.transaction(async (tx) => {
      await notify(tx, { userId: stranger.id, kind: 'REQUEST', requestId });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await stopRinging(site.db, requestId, 'CANCELLED');
    await stopRinging(site.db, requestId, 'CANCELLED');
    await ring(site.db, stranger.id, viewer.id);
    const last = await newest(stranger);
    const expected = [`${streamer.id} ${id}`, `${streamer.id} ${id}`, `${stranger.id} ${last.id}`];
    await expect.poll(() => payloads).toEqual(expected);
  });

  it('is kept without the name of a deleted account', async () => {
    const requestId = await ring(site.db, streamer.id, viewer.id);
    await stopRinging(site.db, requestId, 'EXPIRED');
    await site.db.delete(user).where(eq(user.id, viewer.id));
    expect(await newest(streamer)).toMatchObject({ title: 'Llamada perdida de alguien', picture: null });
  });
});

describe('notifications', () => {
  it('can be read and marked only by their own person', async () => {
    await ring(site.db, streamer.id, viewer.id);
    const { id } = await newest(streamer);
    expect(await ask(`/api/notification/${id}`, stranger)).toMatchObject({ status: 404 });
    expect(await ask(`/api/notification/${id}`, null)).toMatchObject({ status: 401 });
    expect(await ask('/api/notification', null)).toMatchObject({ status: 401 });
    expect(await ask('/api/notification/read', stranger, { ids: [id] })).toMatchObject({ status: 200 });
    expect(await list(streamer)).toMatchObject({ unread: 1, notifications: [{ readAt: null }] });
    expect(await ask('/api/notification/read', streamer, { ids: [id] })).toMatchObject({ status: 200 });
    const { unread, notifications } = await list(streamer);
    expect([unread, typeof notifications[0]?.readAt]).toEqual([0, 'string']);
  });

  it('are in the download of personal data', async () => {
    const requestId = await ring(site.db, streamer.id, viewer.id);
    const { body } = await ask('/personal/data', streamer);
    const about = { kind: 'REQUEST', requestId, bookingId: null, readAt: null };
    expect(body).toMatchObject({ notifications: [about] });
  });

  it('are created once', async () => {
    const requestId = await ring(site.db, streamer.id, viewer.id);
    const again = { userId: streamer.id, kind: 'REQUEST', requestId } as const;
    await site.db.transaction((tx) => notify(tx, again));
    expect((await list(streamer)).notifications).toHaveLength(1);
  });

  it('are kept for 90 days', async () => {
    await ring(site.db, streamer.id, viewer.id);
    await ring(site.db, stranger.id, streamer.id);
    await site.db
      .update(notification)
      .set({ createdAt: sql`now() - interval '90 days 1 minute'` })
      .where(eq(notification.userId, streamer.id));
    await queueOn(site.db).send('delete-expired', {});
    await expect.poll(async () => (await list(streamer)).notifications).toEqual([]);
    expect((await list(stranger)).notifications).toHaveLength(1);
  });
});

describe('a booking', () => {
  beforeEach(async () => {
    await offerTime(site.db, streamer.id);
    await makePayable(site, streamer.id);
    await saveCard(site, viewer);
  });

  async function book(): Promise<string> {
    const wanted = { slots: [new Date(startAt).toISOString()], amount: 7_500, currency: 'EUR' };
    const body = { producerId: streamer.id, clientKey: randomUUID(), ...wanted };
    const { body: made } = await ask('/api/booking', viewer, body);
    const { id } = z.object({ id: z.string() }).parse(made);
    expect(await list(streamer)).toMatchObject({ notifications: [] });
    await payFor(site, id, viewer);
    return id;
  }
  const change = (id: string, what: string, as: Person) => ask(`/api/booking/${id}/${what}`, as, {});
  const kinds = async (of: Person) => (await list(of)).notifications.map(({ kind }) => kind);

  it('notifies the right person at each step', async () => {
    const id = await book();
    expect(await kinds(streamer)).toEqual(['BOOKING_WAITING']);
    const [waiting] = (await list(streamer)).notifications;
    expect(waiting).toMatchObject({
      title: 'Pendiente de tu confirmación',
      text: expect.stringContaining(`9:00–9:30 (Europe/Madrid), con ${viewer.username}`),
      address: `/es/personal/booking/${id}`,
      isOver: false,
      requestId: null,
    });
    expect(await kinds(viewer)).toEqual([]);
    await change(id, 'confirm', streamer);
    expect(await kinds(streamer)).toEqual(['BOOKING_CONFIRMED', 'BOOKING_WAITING']);
    expect(await read(waiting?.id ?? '', streamer)).toMatchObject({ isOver: true });
    expect(await kinds(viewer)).toEqual(['BOOKING_CONFIRMED']);
    await change(id, 'cancel', streamer);
    // A job closes the booking.
    await expect
      .poll(() => kinds(streamer))
      .toEqual(['BOOKING_STRIKE', 'BOOKING_CONFIRMED', 'BOOKING_WAITING']);
    expect(await kinds(viewer)).toEqual(['BOOKING_CANCELLED', 'BOOKING_CONFIRMED']);
  });

  it('notifies the payer when it is rejected', async () => {
    await change(await book(), 'reject', streamer);
    expect(await newest(viewer)).toMatchObject({
      kind: 'BOOKING_REJECTED',
      title: 'Booking rejected; nothing was charged',
    });
    expect(await kinds(streamer)).toEqual(['BOOKING_WAITING']);
  });

  it('notifies both ten minutes before it starts, once, and not if it was cancelled', async () => {
    const id = await book();
    await change(id, 'confirm', streamer);
    const waits = sql`select start_after from pgboss.job where name = 'booking-soon' and data->>'id' = ${id}`;
    const [job] = z
      .array(z.object({ start_after: z.coerce.date() }))
      .parse([...(await site.db.execute(waits))]);
    expect(job?.start_after.getTime()).toBe(startAt - 10 * 60_000);
    const soon = async () => {
      await queueOn(site.db).send('booking-soon', { id });
      const open = sql`select count(*)::int as count from pgboss.job
        where name = 'booking-soon' and state in ('created', 'active', 'retry') and start_after <= now()`;
      await expect.poll(async () => (await site.db.execute(open))[0]?.count).toBe(0);
    };
    const move = (minutes: number) =>
      site.db
        .update(booking)
        .set({
          startAt: sql`now() + ${minutes} * interval '1 minute'`,
          endAt: sql`now() + ${minutes + 30} * interval '1 minute'`,
        })
        .where(eq(booking.id, id));
    await soon();
    await move(11);
    await soon();
    expect(await kinds(viewer)).toEqual(['BOOKING_CONFIRMED']);
    await move(9);
    await soon();
    await soon();
    for (const of of [viewer, streamer]) {
      const about = (await kinds(of)).filter((kind) => kind === 'BOOKING_SOON');
      expect(about).toHaveLength(1);
    }
    expect(await newest(viewer)).toMatchObject({ title: expect.stringMatching(/^Your call starts at \d/) });
    await site.db.delete(notification).where(eq(notification.userId, viewer.id));
    await change(id, 'cancel', streamer);
    await soon();
    expect(await kinds(viewer)).toEqual(['BOOKING_CANCELLED']);
  });
});

describe('the ticket of a page', () => {
  it('is signed only for its person, and not for a seat', async () => {
    await makeMediaNode(site.db);
    const { status, body } = await ask('/api/socket/ticket', viewer, {});
    expect(status).toBe(200);
    const { userTicket, url } = z.object({ userTicket: z.string(), url: z.null() }).parse(body);
    expect(url).toBeNull();
    const claims = decodeJwt(userTicket);
    expect(claims).toMatchObject({ user: viewer.id, aud: USER_TICKET_AUDIENCE });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60);
    expect(await ask('/api/socket/ticket', null, {})).toMatchObject({ status: 401 });
    await site.db.delete(mediaNode);
    expect(await ask('/api/socket/ticket', viewer, {})).toMatchObject({ status: 503 });
  });
});
