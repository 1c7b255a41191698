import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Slots, slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import type { Database } from '#db/client.ts';
import { availabilityRule, payoutAccount, user, userBlock } from '#db/schema/index.ts';
import { bearer, makeStreamer, makeUser, signIn } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import { makePayable, type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';

let site: Payments;
let db: Database;
let streamer: string;
let account: string;
let token: string;

beforeAll(async () => {
  site = await startPayments();
  db = site.db;
});
afterAll(() => site.stop());
beforeEach(async () => {
  streamer = await makeStreamer(db, await makeUser(db));
  account = await makePayable(site, streamer);
  token = await signIn(db, streamer);
});

function ask(path: string, method = 'GET', body?: unknown, as: string | null = token): Promise<Answer> {
  return new Client(site.server.url).call(path, { method, body, headers: as ? bearer(as) : {} });
}

async function make(entity: string, body: unknown): Promise<void> {
  expect(await ask(`/api/${entity}`, 'POST', body)).toMatchObject({ status: 201 });
}

async function slots(query: string, as: string | null = null): Promise<Slots> {
  const { status, body } = await ask(`/api/user/streamer/${streamer}/slots?${query}`, 'GET', undefined, as);
  expect(status).toBe(200);
  return slotsSchema.parse(body);
}

const timeZone = 'Europe/Madrid';
const rule = { timeZone, currency: 'EUR', minMinutes: 30, maxMinutes: 60, priceMinor: 250 };
/** The Monday after next, in Madrid. */
const monday = (() => {
  const today = Temporal.Now.plainDateISO(timeZone);
  return today.add({ days: 15 - today.dayOfWeek });
})();
const at = (time: string, days = 0) =>
  monday.add({ days }).toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString();
const starts = ({ slots }: Slots) => slots.map(({ start }) => Temporal.Instant.from(start).toString());

it.each(['0000-01-01', '9999-12-31', '2026-02-30', 'today'])('refuses days from %s', async (from) => {
  expect(await ask(`/api/user/streamer/${streamer}/slots?from=${from}&days=42`)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_DATA', fields: [{ path: 'from' }] },
  });
});

it('offers nothing without the streamer’s settings', async () => {
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  expect(await slots(`from=${monday}`)).toEqual({
    timeZone: null,
    minutes: 30,
    payable: true,
    offers: [],
    slots: [],
  });
});

it('offers prices of 100 and more as pages show them, in whole amounts', async () => {
  await make('producer-setting', { timeZone });
  const hours = { ...rule, startMinute: 540, endMinute: 600 };
  await make('availability-rule', { ...hours, dayOfWeek: 1, priceMinor: 123_450 });
  await make('availability-rule', { ...hours, dayOfWeek: 2, priceMinor: 9_999 });
  const { offers } = await slots(`from=${monday}&zone=${timeZone}&days=2`);
  expect(offers.map(({ priceMinor }) => priceMinor)).toEqual([123_500, 9_999]);
});

it('offers the hours of the rules in slots of the grid, with their prices', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  await make('availability-rule', {
    ...rule,
    dayOfWeek: 2,
    startMinute: 550,
    endMinute: 620,
    priceMinor: 300,
  });
  const found = await slots(`from=${monday}&zone=${timeZone}`);
  expect(found).toMatchObject({ timeZone, minutes: 30, payable: true });
  const { timeZone: _, ...offer } = rule;
  expect(found.offers).toEqual([offer, { ...offer, priceMinor: 300 }]);
  expect(starts(found)).toEqual([at('09:00'), at('09:30'), at('09:30', 1)]);
  expect(found.slots.map(({ state, offer }) => [state, offer])).toEqual([
    ['AVAILABLE', 0],
    ['AVAILABLE', 0],
    ['AVAILABLE', 1],
  ]);
});

it("answers for days in the viewer's time zone", async () => {
  await make('producer-setting', { timeZone, gridMinutes: 60 });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 0, endMinute: 1440 });
  // There, Monday in Madrid begins on Sunday afternoon.
  const sunday = monday.subtract({ days: 1 });
  const found = starts(await slots(`from=${sunday}&days=1&zone=America/Los_Angeles`));
  expect(found[0]).toBe(at('00:00'));
  expect(found.at(-1)).toBe(
    monday.toZonedDateTime('America/Los_Angeles').subtract({ hours: 1 }).toInstant().toString(),
  );
});

it('leaves out days off, and adds extra hours, which take precedence over the rules', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 660 });
  const days = { timeZone, firstDay: monday.toString(), lastDay: monday.toString() };
  await make('availability-exception', { ...days, kind: 'OFF', startMinute: 585, endMinute: 600 });
  const { dayOfWeek: _, ...extra } = { ...rule, ...days, dayOfWeek: 1, priceMinor: 500 };
  await make('availability-exception', { ...extra, kind: 'EXTRA', startMinute: 630, endMinute: 690 });
  const found = await slots(`from=${monday}&days=1&zone=${timeZone}`);
  expect(starts(found)).toEqual([at('09:00'), at('10:00'), at('10:30'), at('11:00')]);
  expect(found.slots.map(({ offer }) => found.offers[offer]?.priceMinor)).toEqual([250, 250, 500, 500]);
  await make('availability-exception', { ...days, kind: 'OFF' });
  expect((await slots(`from=${monday}&days=1&zone=${timeZone}`)).slots).toEqual([]);
});

it('leaves out days off on a clock 25 hours behind the viewer’s', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', {
    ...rule,
    timeZone: 'UTC',
    dayOfWeek: 1,
    startMinute: 600,
    endMinute: 720,
  });
  // Tuesday there begins on Monday at 10:00 UTC, and Sunday here ends at 11:00.
  const tuesday = monday.add({ days: 1 });
  const found = async () => starts(await slots(`from=${tuesday}&days=1&zone=Pacific/Kiritimati`));
  const utc = (time: string) => `${monday}T${time}:00Z`;
  const free = await found();
  expect(free).toHaveLength(4);
  const sunday = monday.subtract({ days: 1 }).toString();
  const days = {
    timeZone: 'Pacific/Pago_Pago',
    firstDay: sunday,
    lastDay: sunday,
  };
  await make('availability-exception', { ...days, kind: 'OFF' });
  expect(await found()).toEqual(free.slice(2));
  expect(free.map((start) => Date.parse(start))).toEqual(
    ['10:00', '10:30', '11:00', '11:30'].map((time) => Date.parse(utc(time))),
  );
});

it('shows slots that begin too soon or too late as unavailable', async () => {
  // The limits lie between Mondays, whichever weekday today is.
  const days = Temporal.Now.plainDateISO(timeZone).until(monday).days;
  const noticeMinutes = (days + 11) * 24 * 60;
  await make('producer-setting', { timeZone, noticeMinutes, horizonDays: days + 24 });
  await make('availability-rule', {
    ...rule,
    maxMinutes: 30,
    dayOfWeek: 1,
    startMinute: 540,
    endMinute: 570,
  });
  const { slots: found } = await slots(`from=${monday}&days=42&zone=${timeZone}`);
  expect(found.map(({ state }) => state)).toEqual([
    'UNAVAILABLE',
    'UNAVAILABLE',
    'AVAILABLE',
    'AVAILABLE',
    'UNAVAILABLE',
    'UNAVAILABLE',
  ]);
});

it('shows the slots of a streamer who cannot be paid as unavailable', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  const isOwn = eq(payoutAccount.userId, streamer);
  const found = async () => {
    const { payable, slots: all } = await slots(`from=${monday}&zone=${timeZone}`);
    return [payable, ...all.map(({ state }) => state)];
  };
  const none = [false, 'UNAVAILABLE', 'UNAVAILABLE'];
  // At Stripe, because its events make the site read the account there again.
  const told = { account, transfers: 'active', due: [] };
  await site.sandbox.control('account', { ...told, payouts: 'pending' });
  await expect.poll(found).toEqual(none);
  await site.sandbox.control('account', { ...told, payouts: 'active' });
  await expect.poll(found).toEqual([true, 'AVAILABLE', 'AVAILABLE']);
  await db.delete(payoutAccount).where(isOwn);
  expect(await found()).toEqual(none);
});

it('refuses overlapping hours on a day, and names the fields', async () => {
  await make('availability-rule', { ...rule, dayOfWeek: 3, startMinute: 540, endMinute: 600 });
  await make('availability-rule', { ...rule, dayOfWeek: 3, startMinute: 600, endMinute: 660 });
  await make('availability-rule', { ...rule, dayOfWeek: 4, startMinute: 540, endMinute: 600 });
  const overlapping = { ...rule, dayOfWeek: 3, startMinute: 480, endMinute: 541 };
  expect(await ask('/api/availability-rule', 'POST', overlapping)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_EXISTS', fields: [{ path: 'startMinute' }, { path: 'endMinute' }] },
  });
});

it.each([
  ['EST', 'America/New_York', true],
  ['+01:00', 'Etc/GMT-1', false],
])('refuses a time zone that is not of a place: %s', async (zone, other, known) => {
  const body = { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600, timeZone: zone };
  expect(await ask('/api/availability-rule', 'POST', body)).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'timeZone' }] },
  });
  const { status } = await ask('/api/availability-rule', 'POST', { ...body, timeZone: other });
  expect(status).toBe(known ? 201 : 400);
});

it.each([
  [{ endMinute: 540 }, ['endMinute']],
  [{ minMinutes: 45, maxMinutes: 30 }, ['maxMinutes']],
  [{ maxMinutes: 120 }, ['maxMinutes']],
  [{ priceMinor: 0.5 }, ['priceMinor']],
])('refuses %j, and names the wrong field', async (values, paths) => {
  const body = { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600, ...values };
  expect(await ask('/api/availability-rule', 'POST', body)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_DATA', fields: paths.map((path) => ({ path })) },
  });
});

it('refuses extra hours without a price, and days off with one', async () => {
  const days = { timeZone, firstDay: '2027-08-01', lastDay: '2027-08-02' };
  const { minMinutes, maxMinutes, priceMinor, currency } = rule;
  const hours = { startMinute: 540, endMinute: 600 };
  for (const body of [
    { ...days, ...hours, kind: 'EXTRA' },
    { ...days, kind: 'EXTRA', minMinutes, maxMinutes, priceMinor, currency },
    { ...days, kind: 'OFF', priceMinor },
    { ...days, kind: 'OFF', startMinute: 540 },
    { ...days, kind: 'OFF', lastDay: '2027-07-31' },
    { ...days, kind: 'OFF', lastDay: '2028-08-03' },
  ])
    expect(await ask('/api/availability-exception', 'POST', body), JSON.stringify(body)).toMatchObject({
      status: 400,
    });
});

it('hides the slots of streamers whom the viewer may not see, and shows streamers their own', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  const blocked = await makeUser(db);
  await db.insert(userBlock).values({ userId: streamer, blockedId: blocked });
  const path = `/api/user/streamer/${streamer}/slots?from=${monday}`;
  expect((await ask(path, 'GET', undefined, await signIn(db, blocked))).status).toBe(404);
  expect((await slots(`from=${monday}`, token)).slots).toHaveLength(2);
});

it('the download of personal data contains the hours', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  expect(await ask('/personal/data')).toMatchObject({
    status: 200,
    body: { availability: { settings: { timeZone }, hours: [{ dayOfWeek: 1 }], exceptions: [] } },
  });
});

it('deleting an account deletes its hours', async () => {
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  await db.$client`delete from "user" where id = ${streamer}`;
  expect(await db.$count(availabilityRule, eq(availabilityRule.producerId, streamer))).toBe(0);
});

it('shows visitors the price of a selection, and keeps it while they log in', async () => {
  await make('producer-setting', { timeZone });
  await make('availability-rule', { ...rule, dayOfWeek: 1, startMinute: 540, endMinute: 600 });
  const [profile] = await db.select({ urlname: user.urlname }).from(user).where(eq(user.id, streamer));
  const query = new URLSearchParams({ from: monday.toString(), zone: timeZone });
  for (const time of ['09:00', '09:30']) query.append('slot', new Date(at(time)).toISOString());
  const page = `/es/user/${profile?.urlname}/book?${query}`;
  const { body } = await ask(page, 'GET', undefined, null);
  expect(body).toMatch(/60 minutos a 2,50\s€ por minuto: 150,00\s€/);
  expect(body).toContain(`href="/es/login?${new URLSearchParams({ redirectTo: page })}"`);
});
