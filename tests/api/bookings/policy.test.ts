import { randomUUID } from 'node:crypto';
import { eq, like, or } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, callRequest, parameter, stream } from '#db/schema/index.ts';
import { errorSchema } from '#protocol/errors.ts';
import { makePerson } from '../../support/market/bookings.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { callPeople, paymentOf as paymentOfRequest, ring } from '../../support/market/requests.ts';
import { countBooking, requestedCall } from '../../support/market/streams.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { type Person, person, send } from '../../support/servers/site.ts';

const { at, post, booked, pay, change, paymentOf, bookingOf, confirmed, age, run, past } = paidBookings();

let admin: Person;
beforeAll(async () => {
  admin = await person(at.site.db, ['ADMIN']);
});
const { name } = parameter;
afterEach(() =>
  at.site.db
    .delete(parameter)
    .where(or(like(name, 'payment-%'), like(name, 'booking-%'), like(name, 'cancel-%'))),
);

const rowSchema = z.object({ id: z.string(), version: z.number() });
const set = (of: string, value: string | number) =>
  send(at.site, '/api/parameter', { method: 'POST', as: admin, body: { name: of, value: String(value) } });
async function made(of: string, value: string | number) {
  const answer = await set(of, value);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return rowSchema.parse(answer.body);
}
const said = ({ body }: { body: unknown }) => errorSchema.parse(body).fields?.map(({ message }) => message);

describe('A parameter of the policy', () => {
  it('is refused if it contradicts another one, whichever is created, changed or deleted', async () => {
    const answer = await set('payment-fix-before-hours', 23);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'value' }] },
    });
    expect(said(answer)).toEqual([
      'payment-fix-before-hours of 23 does not go with cancel-free-hours of 24: must be 24 or more',
    ]);

    const free = await made('cancel-free-hours', 12);
    const fix = await made('payment-fix-before-hours', 23);
    const update = (body: object) =>
      send(at.site, `/api/parameter/${free.id}`, { method: 'PUT', as: admin, body: { version: 1, ...body } });
    expect(said(await update({ value: '24' }))).toEqual([
      'cancel-free-hours of 24 does not go with payment-fix-before-hours of 23: must be 23 or less',
    ]);
    // Without a row, a parameter has its default.
    expect((await update({ name: 'other' })).status).toBe(400);
    const removed = await send(at.site, `/api/parameter/${free.id}`, { method: 'DELETE', as: admin });
    expect(removed).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(said(removed)).toEqual([expect.stringContaining('payment-fix-before-hours of 23')]);
    for (const { id } of [fix, free])
      expect(await send(at.site, `/api/parameter/${id}`, { method: 'DELETE', as: admin })).toMatchObject({
        status: 200,
      });
  });

  it('is refused if it contradicts a concurrent change', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        set('payment-hold-before-hours', 60),
        set('payment-complaint-hours', 45),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
      await at.site.db.delete(parameter).where(like(name, 'payment-%'));
    }
  });
});

describe('A booking', () => {
  it('uses the policy in force when it is made, and keeps it', async () => {
    const before = await booked(60);
    await made('payment-fee-percent', '12.5');
    await made('booking-pay-minutes', 30);
    await made('payment-hold-before-hours', 72);
    await made('payment-complaint-hours', 12);
    await made('payment-fix-before-hours', 36);
    const viewer = await makePerson(at.site.db);
    await saveCard(at.site, viewer);
    const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 62 * HOUR_MS).toISOString();
    const wanted = { producerId: at.streamer.id, slots: [start], amount: 3_000, currency: 'EUR' };
    const answer = await post('/api/booking', { ...wanted, clientKey: randomUUID() }, viewer);
    const { id: after } = z.object({ id: z.string() }).parse(answer.body);

    expect((await bookingOf(before))?.terms).toMatchObject({ feeBps: 1_500, holdHours: 48, payMinutes: 10 });
    const row = await bookingOf(after);
    expect(row?.terms).toMatchObject({ feeBps: 1_250, holdHours: 72, payMinutes: 30, complaintHours: 12 });
    const minutes = ((row?.payBy?.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)) / 60_000;
    expect(Math.round(minutes)).toBe(30);
    expect(await paymentOf(after)).toMatchObject({ feeBps: 1_250 });

    // The newer booking is held at once, because 62 hours are less than 72; the older one later, because 60 are more
    // than 48.
    expect(await post(`/api/booking/${after}/pay`, {}, viewer)).toMatchObject({ status: 200 });
    expect(await paymentOf(after)).toMatchObject({ status: 'HELD' });
    await saveCard(at.site, at.viewer);
    expect(await pay(before)).toMatchObject({ status: 200 });
    const { status, holdAt } = await paymentOf(before);
    expect(status).toBe('NEW');
    expect(holdAt?.getTime()).toBe(((await bookingOf(before))?.startAt.getTime() ?? 0) - 48 * HOUR_MS);
  });

  it('has the cancellation fee agreed when it was made', async () => {
    const before = await confirmed(10);
    await made('cancel-late-percent', 20);
    const after = await confirmed(12);
    await Promise.all([age(before), age(after)]);
    for (const [id, fee] of [
      [before, 1_500],
      [after, 600],
    ] as const)
      expect(await change(id, 'cancel', at.viewer, { fee })).toMatchObject({ status: 200 });
    await expect.poll(() => paymentOf(before)).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
    await expect.poll(() => paymentOf(after)).toMatchObject({ status: 'CAPTURED', captured: 600 });
  });

  it('must be confirmed within the hours of the policy', async () => {
    await made('booking-confirm-hours', 3);
    await saveCard(at.site, at.viewer);
    const id = await booked(30);
    await pay(id);
    const { confirmBy, updatedAt } = (await bookingOf(id)) ?? {};
    const hours = ((confirmBy?.getTime() ?? 0) - (updatedAt?.getTime() ?? 0)) / HOUR_MS;
    expect(Math.round(hours)).toBe(3);
  });
});

describe('Complaints are possible for the agreed hours, then the amount is charged', () => {
  /** Moves a booking to have ended 90 minutes ago, fully delivered, and closes it. @returns the stream's id */
  async function end(id: string): Promise<string> {
    const endAt = past(1.5 * HOUR_MS);
    const times = { startAt: new Date(endAt.getTime() - HOUR_MS / 2), endAt };
    await at.site.db.update(booking).set(times).where(eq(booking.id, id));
    const all = { offeredMs: 1_800_000, attendedMs: 1_800_000, deliveredMs: 1_800_000 };
    const streamId = await countBooking(at.site.db, id, all);
    await run('booking-close', id);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'DELIVERED' });
    return streamId;
  }
  const complaint = { kind: 'NO_PICTURE', text: 'It was black.', wanted: 400 };

  it('for a booking', async () => {
    const long = await confirmed(20);
    await made('payment-complaint-hours', 1);
    const short = await confirmed(22);
    const hoursOf = async (id: string) => {
      const [{ captureAt }, row] = [await paymentOf(id), await bookingOf(id)];
      return ((captureAt?.getTime() ?? 0) - (row?.endAt.getTime() ?? 0)) / HOUR_MS;
    };
    const late = `/api/stream/${await end(short)}/complaint`;
    expect(await hoursOf(short)).toBe(1);
    expect(await post(late, complaint)).toMatchObject({ status: 409 });
    // Otherwise the times of both bookings would overlap.
    await at.site.db
      .update(booking)
      .set({ startAt: past(9 * HOUR_MS), endAt: past(8.5 * HOUR_MS) })
      .where(eq(booking.id, short));
    const inTime = `/api/stream/${await end(long)}/complaint`;
    expect(await hoursOf(long)).toBe(24);
    expect(await post(inTime, complaint)).toMatchObject({ status: 201 });
  });

  it('for a requested call', async () => {
    await made('payment-complaint-hours', 1);
    await made('payment-fee-percent', 20);
    const { streamer, viewer } = await callPeople(at.site);
    const requestId = await ring(at.site, streamer, viewer);
    const [request] = await at.site.db.select().from(callRequest).where(eq(callRequest.id, requestId));
    expect(request).toMatchObject({ complaintHours: 1 });
    expect(await paymentOfRequest(at.site, requestId)).toMatchObject({ feeBps: 2_000 });

    const people = { producerId: at.streamer.id, consumerId: at.viewer.id };
    const delivered = { offeredMs: 600_000, attendedMs: 600_000, deliveredMs: 600_000 };
    const call = await requestedCall(at.site.db, people, delivered);
    await at.site.db.update(callRequest).set({ complaintHours: 3 }).where(eq(callRequest.id, call.requestId));
    await queueOn(at.site.db).send('stream-settle', {});
    const paid = () => paymentOfRequest(at.site, call.requestId);
    await expect.poll(paid).toMatchObject({ toCapture: 1_000 });
    const [settled] = await at.site.db.select().from(stream).where(eq(stream.id, call.streamId));
    const hours =
      (((await paid())?.captureAt?.getTime() ?? 0) - (settled?.endedAt?.getTime() ?? 0)) / HOUR_MS;
    expect(Math.round(hours)).toBe(3);
    await at.site.db
      .update(stream)
      .set({ endedAt: past(2.5 * HOUR_MS) })
      .where(eq(stream.id, call.streamId));
    const path = `/api/stream/${call.streamId}/complaint`;
    const agreed = (complaintHours: number) =>
      at.site.db.update(callRequest).set({ complaintHours }).where(eq(callRequest.id, call.requestId));
    await agreed(2);
    expect(await post(path, complaint)).toMatchObject({ status: 409 });
    await agreed(3);
    expect(await post(path, complaint)).toMatchObject({ status: 201 });
  });
});
