import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { slotsSchema } from '#app/bookings/availability/slot-schema.ts';
import { spanIn } from '#app/i18n/moments.ts';
import { booking, busy, producerSetting } from '#db/schema/index.ts';
import { notificationListSchema } from '#protocol/notification.ts';
import { calendarFields, makePerson, type Person } from '../../support/market/bookings.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const { at, post, booked, pay, change, paymentOf, bookingOf, run, past, confirmed, age, mailTo } =
  paidBookings();

/** Half an hour. */
const SLOT_MS = HOUR_MS / 2;

/** Books half hours to replace a booking, starting `hours` after its start. */
async function move(movedFrom: string, hours: number, count = 1, as = at.viewer) {
  const startAt = (await bookingOf(movedFrom))?.startAt.getTime() ?? Date.now();
  const from = Math.ceil(startAt / SLOT_MS) * SLOT_MS + hours * HOUR_MS;
  return post(
    '/api/booking',
    {
      ...{ movedFrom, producerId: at.streamer.id, clientKey: randomUUID(), timeZone: 'America/New_York' },
      slots: Array.from({ length: count }, (_, nth) => new Date(from + nth * SLOT_MS).toISOString()),
      ...{ amount: 3_000 * count, currency: 'EUR' },
    },
    as,
  );
}
async function moved(id: string, hours: number, count?: number): Promise<string> {
  const { status, body } = await move(id, hours, count);
  expect(status, JSON.stringify(body)).toBe(201);
  return z.object({ id: z.string() }).parse(body).id;
}
const confirm = (id: string) => change(id, 'confirm', at.streamer);
const confirmAlways = () =>
  at.site.db
    .update(producerSetting)
    .set({ autoConfirm: true })
    .where(eq(producerSetting.userId, at.streamer.id));
const set = (id: string, values: Partial<typeof booking.$inferInsert>) =>
  at.site.db.update(booking).set(values).where(eq(booking.id, id));
const wrongState = { status: 409, body: { code: 'WRONG_STATE' } };
const isMoved = { status: 'CANCELLED', endedReason: 'MOVED' };

describe('A booking that moves another', () => {
  it('replaces the old one once it is paid and confirmed, without a charge for the old one', async () => {
    const old = await confirmed(30);
    const next = await moved(old, 10);
    expect(await bookingOf(old)).toMatchObject({ status: 'CONFIRMED' });
    expect(await pay(next)).toMatchObject({ status: 200 });
    expect(await bookingOf(next)).toMatchObject({ status: 'WAITING', movedFrom: old });
    expect(await bookingOf(old)).toMatchObject({ status: 'CONFIRMED' });
    expect(await confirm(next)).toMatchObject({ status: 200, body: { status: 'CONFIRMED', movedFrom: old } });
    expect(await bookingOf(old)).toMatchObject(isMoved);
    await expect.poll(() => paymentOf(old)).toMatchObject({ status: 'RELEASED', captured: 0 });
    expect(await paymentOf(next)).toMatchObject({ status: 'HELD' });
    const page = async (as: Person) =>
      String((await send(at.site, `/personal/booking/${next}`, { as })).bytes);
    const part = '€30.00, of which €25.50 for you';
    expect(await page(at.streamer)).toContain(part);
    expect(await page(at.viewer)).not.toContain(part);
    // The old time is as free as any other.
    expect(await at.site.db.$count(busy, eq(busy.userId, at.streamer.id))).toBe(1);
  });

  it('replaces it as soon as it is paid, if the streamer confirms automatically', async () => {
    await confirmAlways();
    await saveCard(at.site, at.viewer);
    const old = await booked(30);
    await pay(old);
    const next = await moved(old, 30);
    expect(await pay(next)).toMatchObject({ status: 200 });
    expect(await bookingOf(old)).toMatchObject(isMoved);
    expect(await bookingOf(next)).toMatchObject({ status: 'CONFIRMED' });
  });

  it('replaces one that waits for its streamer as soon as it is paid', async () => {
    await saveCard(at.site, at.viewer);
    const old = await booked(10);
    await pay(old);
    const next = await moved(old, 2);
    await pay(next);
    expect(await bookingOf(old)).toMatchObject(isMoved);
    expect(await bookingOf(next)).toMatchObject({ status: 'WAITING' });
    expect(await confirm(old)).toMatchObject(wrongState);
    // The new booking can be moved as well.
    const third = await moved(next, 0.5);
    await pay(third);
    expect(await bookingOf(next)).toMatchObject(isMoved);
    expect(await confirm(third)).toMatchObject({ status: 200 });
  });

  it('may overlap the old one, only for these two people', async () => {
    const old = await confirmed(30);
    const { startAt: from = new Date() } = (await bookingOf(old)) ?? {};
    const states = async (as: Person, moving?: string) => {
      const query = new URLSearchParams({ from: from.toISOString().slice(0, 10), days: '2' });
      if (moving) query.set('moving', moving);
      const answer = await send(at.site, `/api/user/streamer/${at.streamer.id}/slots?${query}`, { as });
      const { slots } = slotsSchema.parse(answer.body);
      const nth = slots.findIndex(({ start }) => Date.parse(start) === from.getTime());
      return slots.slice(nth, nth + 3).map(({ state }) => state);
    };
    const stranger = await makePerson(at.site.db);
    expect(await states(at.viewer)).toEqual(['YOURS', 'AVAILABLE', 'AVAILABLE']);
    expect(await states(at.viewer, old)).toEqual(['AVAILABLE', 'AVAILABLE', 'AVAILABLE']);
    expect(await states(stranger, old)).toEqual(['BOOKED', 'AVAILABLE', 'AVAILABLE']);
    const next = await moved(old, 0, 2);
    expect(await states(stranger)).toEqual(['BOOKED', 'BOOKED', 'AVAILABLE']);
    await pay(next);
    await confirm(next);
    expect(await bookingOf(old)).toMatchObject(isMoved);
    const third = await moved(next, 0.5, 2);
    await pay(third);
    await confirm(third);
    expect(await bookingOf(third)).toMatchObject({ status: 'CONFIRMED' });
    expect(await states(stranger)).toEqual(['AVAILABLE', 'BOOKED', 'BOOKED']);
  });

  it('leaves the old one as it is if it is rejected, not confirmed, not paid, or cancelled', async () => {
    const old = await confirmed(30);
    const ends: ((id: string) => Promise<unknown>)[] = [
      async (id) => {
        await pay(id);
        await change(id, 'reject', at.streamer);
      },
      async (id) => {
        await pay(id);
        await set(id, { confirmBy: past() });
        expect(await confirm(id)).toMatchObject(wrongState);
        await run('booking-confirm-timeout', id);
      },
      async (id) => {
        await set(id, { payBy: past() });
        await run('booking-pay-timeout', id);
      },
      (id) => change(id, 'cancel'),
    ];
    for (const end of ends) {
      const next = await moved(old, 10);
      await end(next);
      await expect.poll(async () => (await bookingOf(next))?.status).toMatch(/^(REJECTED|CANCELLED)$/);
      expect(await bookingOf(old)).toMatchObject({ status: 'CONFIRMED' });
      expect(await paymentOf(old)).toMatchObject({ status: 'HELD' });
    }
  });

  it('stands on its own if the old one is cancelled meanwhile', async () => {
    const old = await confirmed(30);
    const next = await moved(old, 10);
    await pay(next);
    expect(await change(old, 'cancel', at.streamer)).toMatchObject({ status: 200 });
    expect(await confirm(next)).toMatchObject({ status: 200 });
    expect(await bookingOf(old)).toMatchObject({ endedReason: 'PRODUCER' });
  });

  it('must be paid and confirmed before the old one starts', async () => {
    const old = await confirmed(30);
    const next = await moved(old, 30);
    const startAt = new Date(Date.now() + SLOT_MS);
    await set(old, { startAt, endAt: new Date(startAt.getTime() + SLOT_MS) });
    await pay(next);
    const { confirmBy } = (await bookingOf(next)) ?? {};
    expect(confirmBy?.getTime()).toBeLessThanOrEqual(startAt.getTime());
    await change(next, 'cancel');

    await set(old, { waived: 'CLOCK' });
    const late = await moved(old, 10);
    await set(old, { startAt: past() });
    await pay(late);
    expect(await bookingOf(late)).toMatchObject({ status: 'CANCELLED', endedReason: 'NOT_PAID' });
    await expect.poll(() => paymentOf(late)).toMatchObject({ status: 'RELEASED' });
    expect(await bookingOf(old)).toMatchObject({ status: 'CONFIRMED' });
  });
});

describe('Moving is refused', () => {
  it('once cancelling would cost something, unless the time zone’s rules have changed', async () => {
    const old = await confirmed(10);
    await age(old);
    expect(await move(old, 10)).toMatchObject(wrongState);
    await set(old, { waived: 'CLOCK' });
    const next = await moved(old, 10);
    await pay(next);
    await confirm(next);
    await expect.poll(() => paymentOf(old)).toMatchObject({ status: 'RELEASED' });
  });

  it('to its own time, and while another move is pending', async () => {
    const old = await confirmed(30);
    expect(await move(old, 0)).toMatchObject({
      body: { code: 'INVALID_DATA', fields: [{ path: 'slots' }] },
    });
    const next = await moved(old, 10);
    expect(await move(old, 11)).toMatchObject(wrongState);
    expect(await move(next, 11)).toMatchObject(wrongState);
    await pay(next);
    expect(await move(old, 11)).toMatchObject(wrongState);
    // Otherwise its old time would be released for nothing.
    expect(await move(next, 11)).toMatchObject(wrongState);
  });

  it('for ended bookings, other people’s, and by the streamer', async () => {
    const old = await confirmed(30);
    const stranger = await makePerson(at.site.db);
    expect(await move(old, 10, 1, stranger)).toMatchObject({ status: 404 });
    expect(await move(old, 10, 1, at.streamer)).toMatchObject({ status: 404 });
    expect(await move(randomUUID(), 40)).toMatchObject({ status: 404 });
    await change(old, 'cancel');
    expect(await move(old, 10)).toMatchObject(wrongState);
  });
});

describe('Of concurrent changes', () => {
  it('only one of several moves succeeds', async () => {
    const old = await confirmed(30);
    const answers = await Promise.all([10, 11, 12, 13].map((hours) => move(old, hours)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const open = sql`${booking.movedFrom} = ${old} and ${booking.status} = 'PAYING'`;
    expect(await at.site.db.$count(booking, open)).toBe(1);
  });

  it('the confirmed move stands, and the old booking is moved or cancelled', async () => {
    for (let round = 0; round < 5; round++) {
      const old = await confirmed(30 + round);
      const next = await moved(old, 70);
      await pay(next);
      const [confirms, cancels] = await Promise.all([confirm(next), change(old, 'cancel')]);
      // The new booking stands in any case: the old one ends as moved or as cancelled.
      expect(confirms.status).toBe(200);
      expect(await bookingOf(next)).toMatchObject({ status: 'CONFIRMED' });
      const endedReason = cancels.status === 200 ? 'CONSUMER' : 'MOVED';
      expect(await bookingOf(old)).toMatchObject({ status: 'CANCELLED', endedReason });
      await expect.poll(async () => (await paymentOf(old)).status).toBe('RELEASED');
    }
  });

  it('a cancellation succeeds, with or without a move', async () => {
    for (let round = 0; round < 5; round++) {
      const old = await confirmed(30 + round);
      const [moves, cancels] = await Promise.all([move(old, 70), change(old, 'cancel')]);
      expect(cancels.status).toBe(200);
      expect([201, 409]).toContain(moves.status);
      expect(await bookingOf(old)).toMatchObject({ endedReason: 'CONSUMER' });
      if (moves.status === 201) await change(z.object({ id: z.string() }).parse(moves.body).id, 'cancel');
    }
  });
});

describe('Notices of a move', () => {
  let old: string;
  beforeEach(async () => {
    old = await confirmed(30);
  });
  /** A booking's time in the reader's time zone. */
  const span = async (id: string, zone: string) => {
    const row = await bookingOf(id);
    return spanIn(row?.startAt.getTime() ?? 0, row?.endAt.getTime() ?? 0, zone, 'en');
  };
  const calendarOf = (mail: string) => calendarFields(mail.slice(mail.indexOf('BEGIN:VCALENDAR')));

  it('tell both the old and the new time, and update the appointment in their calendars', async () => {
    const before = calendarOf(await mailTo(at.viewer, 'Booking confirmed'));
    const next = await moved(old, 10);
    await pay(next);
    expect(await mailTo(at.streamer, await span(next, 'UTC'))).toContain(
      `Instead of: ${await span(old, 'UTC')}\n`,
    );
    await confirm(next);
    const zone = 'America/New_York';
    const mail = await mailTo(at.viewer, 'Booking moved');
    expect(mail).toContain(`When: ${await span(next, zone)} (America/New York)\n`);
    expect(mail).toContain(`Instead of: ${await span(old, zone)}\n`);
    const after = calendarOf(mail);
    expect(after).toMatchObject({ METHOD: 'REQUEST', UID: `${old}@localhost`, STATUS: 'CONFIRMED' });
    expect(Number(after.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE));
    expect(await mailTo(at.streamer, 'Booking moved')).toContain(`Instead of: ${await span(old, 'UTC')}\n`);
    for (const [as, where] of [
      [at.viewer, zone],
      [at.streamer, 'UTC'],
    ] as const) {
      const { body } = await send(at.site, '/api/notification', { as });
      const [newest] = notificationListSchema.parse(body).notifications;
      expect(newest).toMatchObject({ kind: 'BOOKING_MOVED', title: 'Booking moved' });
      const named = where.replace('_', ' ');
      expect(newest?.text).toContain(
        `${await span(next, where)} (${named}), instead of ${await span(old, where)}`,
      );
    }
  });

  it('say that the old booking stays if the new time is rejected', async () => {
    const next = await moved(old, 10);
    await pay(next);
    await change(next, 'reject', at.streamer);
    expect(await mailTo(at.viewer, 'Booking rejected')).toContain(
      `Your other booking stays as it was: ${await span(old, 'America/New_York')}\n`,
    );
  });
});

it('The time zones of bookings are checked when the web server starts', async () => {
  const states = () => at.site.db.execute(sql`select state from pgboss.job where name = 'booking-clocks'`);
  await expect.poll(states).toContainEqual({ state: 'completed' });
});
