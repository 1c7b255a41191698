import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { booking, notification, user } from '#db/schema/index.ts';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { countBooking } from '../../support/market/streams.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { setPassword } from '../../support/people/people.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { person, send } from '../../support/servers/site.ts';

const { at, post, book, booked, pay, change, paymentOf, bookingOf, confirmed, age } = paidBookings();

const block = (as: Person, { username }: Person, fees: string[] = []) => {
  const fields = fees.map((fee): [string, string] => ['fee', fee]);
  const body = new URLSearchParams([['intent', 'block'], ['username', username], ...fields]);
  return send(at.site, '/personal/blocked', { as, body });
};
async function profile(as: Person, { id }: Person, body?: URLSearchParams) {
  const [row] = await at.site.db.select().from(user).where(eq(user.id, id));
  return send(at.site, `/user/${row?.urlname}`, { as, body, headers: { Accept: 'text/html' } });
}
const leave = ({ id, token }: Person, fees?: object[]) =>
  send(at.site, `/api/user/${id}`, {
    method: 'DELETE',
    as: { id, token },
    body: { password: PASSWORD, fees },
  });

const isReleased = async (id: string) => {
  await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED', captured: 0 });
};
async function strikes(): Promise<number> {
  const rows = await at.site.db.select().from(notification).where(eq(notification.userId, at.streamer.id));
  return rows.filter(({ kind }) => kind === 'BOOKING_STRIKE').length;
}
/** A confirmed booking that costs half to cancel now. */
async function late(): Promise<string> {
  const id = await confirmed(10);
  await age(id);
  return id;
}
/** Lets a booking of half an hour have started. @param minutes ago */
async function start(id: string, minutes: number): Promise<void> {
  const startAt = new Date(Date.now() - minutes * 60_000);
  const times = { startAt, endAt: new Date(startAt.getTime() + HOUR_MS / 2) };
  await at.site.db.update(booking).set(times).where(eq(booking.id, id));
}
const COSTS = { status: 409, body: { code: 'PRICE_CHANGED' } };
const FEES = [{ amount: 1_500, currency: 'EUR' }];

describe('A customer who', () => {
  it('blocks the streamer at short notice pays the fee that was shown, as for cancelling', async () => {
    const id = await late();
    const page = (await profile(at.viewer, at.streamer)).bytes.toString();
    expect(page).toContain('€15.00 will be charged');
    for (const fees of [[], ['1499 EUR'], ['1500 USD'], ['x'], ['1500 EUR', '1 USD']])
      expect((await block(at.viewer, at.streamer, fees)).status).toBe(409);
    const named = (await block(at.viewer, at.streamer)).bytes.toString();
    expect(named).toContain('Nothing has been done yet');
    expect(named).toContain('€15.00 will be charged');
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED' });
    const body = new URLSearchParams({ intent: 'block', fee: '1500 EUR' });
    expect((await profile(at.viewer, at.streamer, body)).status).toBe(302);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'CAPTURED', captured: 1_500, fee: 225 });
    expect(await bookingOf(id)).toMatchObject({ endedReason: 'BLOCKED', endedBy: 'CONSUMER' });
    expect(await strikes()).toBe(0);
  });

  it('blocks the streamer in time, or before it was confirmed, pays nothing', async () => {
    const early = await confirmed(30);
    const waiting = await booked(10);
    await pay(waiting);
    await age(waiting);
    expect((await block(at.viewer, at.streamer)).status).toBe(302);
    await isReleased(early);
    await isReleased(waiting);
    expect(await bookingOf(waiting)).toMatchObject({ endedReason: 'BLOCKED', endedBy: null });
  });

  it('deletes the account at short notice pays the fee that was shown', async () => {
    await setPassword(at.site.db, at.viewer.id);
    const id = await late();
    const page = await send(at.site, '/personal/account', { as: at.viewer });
    expect(page.bytes.toString()).toContain('€15.00 will be charged');
    expect(await leave(at.viewer)).toMatchObject({ ...COSTS, body: { current: { fees: FEES } } });
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED' });
    expect(await leave(at.viewer, FEES)).toMatchObject({ status: 200 });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
  });

  it('deletes the account just after the start is absent', async () => {
    await setPassword(at.site.db, at.viewer.id);
    const id = await late();
    await start(id, 0.1);
    expect(await leave(at.viewer)).toMatchObject({ status: 200 });
    expect(await bookingOf(id)).toMatchObject({ outcome: 'CONSUMER_ABSENT' });
    expect(await paymentOf(id)).toMatchObject({ toCapture: 3_000 });
  });

  it('deletes the account during the call pays for all of it', async () => {
    await setPassword(at.site.db, at.viewer.id);
    const id = await late();
    await start(id, 10);
    const counted = 10 * 60_000;
    await countBooking(at.site.db, id, { offeredMs: counted, attendedMs: counted, deliveredMs: counted });
    expect(await leave(at.viewer)).toMatchObject({ status: 200 });
    expect(await bookingOf(id)).toMatchObject({ outcome: 'DELIVERED' });
    expect(await paymentOf(id)).toMatchObject({ toCapture: 3_000 });
  });
});

describe('A streamer who', () => {
  it('blocks a customer gets a strike for each confirmed booking, as for cancelling', async () => {
    const id = await confirmed(30);
    const waiting = await booked(34);
    await pay(waiting);
    expect((await profile(at.streamer, at.viewer)).status).toBe(404);
    expect((await block(at.streamer, at.viewer)).status).toBe(302);
    await expect.poll(strikes).toBe(1);
    await isReleased(id);
    await isReleased(waiting);
    expect(await bookingOf(id)).toMatchObject({ endedReason: 'BLOCKED', endedBy: 'PRODUCER' });
    expect(await bookingOf(waiting)).toMatchObject({ endedReason: 'BLOCKED', endedBy: null });
    const page = await send(at.site, '/personal/availability', { as: at.streamer });
    expect(page.bytes.toString()).toContain('You have 1 strike in the last 30 days');
  });

  it('deletes the account just after the start is absent', async () => {
    await setPassword(at.site.db, at.streamer.id);
    const id = await confirmed(30);
    await start(id, 0.1);
    expect(await leave(at.streamer)).toMatchObject({ status: 200 });
    expect(await bookingOf(id)).toMatchObject({ outcome: 'PRODUCER_ABSENT' });
    await isReleased(id);
  });
});

it('A person whom an administrator suspends or deletes pays no fee and gets no strike', async () => {
  const admin = await person(at.site.db, ['ADMIN']);
  const suspended = await late();
  const path = `/api/user/${at.viewer.id}/suspension`;
  expect(await send(at.site, path, { as: admin, body: { reason: 'Spam' } })).toMatchObject({ status: 200 });
  await isReleased(suspended);
  const viewer = await makePerson(at.site.db);
  await saveCard(at.site, viewer);
  const body = await book(12, viewer);
  const { id } = z.object({ id: z.string() }).parse(body.body);
  expect(await post(`/api/booking/${id}/pay`, {}, viewer)).toMatchObject({ status: 200 });
  expect(await change(id, 'confirm', at.streamer)).toMatchObject({ status: 200 });
  await age(id);
  expect(await send(at.site, `/api/user/${viewer.id}`, { method: 'DELETE', as: admin })).toMatchObject({
    status: 200,
  });
  await isReleased(id);
  expect(await bookingOf(id)).toMatchObject({ endedReason: 'ACCOUNT_DELETED', endedBy: null });
});
