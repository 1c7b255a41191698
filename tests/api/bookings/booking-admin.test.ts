import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit, booking, card } from '#db/schema/index.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { type Person, person, send } from '../../support/servers/site.ts';

const {
  at,
  book,
  booked,
  change,
  paymentOf,
  bookingOf,
  intentOf,
  run,
  past,
  cardOf,
  confirmed,
  age,
  mailTo,
} = paidBookings();

/** A card whose bank asks for confirmation each time. */
const ALWAYS_ASKS = '4000002760003184';

let admin: Person;
beforeAll(async () => {
  admin = await person(at.site.db, ['ADMIN']);
});

const REASON = 'The place is closed on that day.';
const cancel = (id: string, body: object = { reason: REASON }, as: Person = admin) =>
  send(at.site, `/api/booking/${id}/cancellation`, { method: 'POST', as, body });
const seen = async (id: string, as: Person) => (await send(at.site, `/api/booking/${id}`, { as })).body;

describe('An administrator', () => {
  it('cancels a booking free of charge, with a reason that both people read', async () => {
    const id = await confirmed(10);
    // Past the free minutes, cancelling would otherwise cost something.
    await age(id);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'CANCELLED', ending: 'ADMIN' } });
    for (const one of [at.viewer, at.streamer]) {
      expect(await seen(id, one)).toMatchObject({ endedReason: 'ADMIN', endedNote: REASON });
      expect(await mailTo(one, `Reason: ${REASON}`)).toContain('METHOD:CANCEL');
    }
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED', captured: 0 });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
    const [entry] = await at.site.db.select().from(audit).where(eq(audit.rowId, id));
    expect(entry).toMatchObject({ action: 'CANCEL', actorId: admin.id, after: { endedNote: REASON } });
    const page = await send(at.site, '/personal/availability', { as: at.streamer });
    expect(page.bytes.toString()).not.toContain('You have 1 strike');
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('is the only one who can, with a reason, before the start', async () => {
    const id = await confirmed();
    expect(await cancel(id, { reason: ' ' })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'reason' }] },
    });
    expect(await cancel(id, undefined, at.streamer)).toMatchObject({ status: 403 });
    expect(await cancel(randomUUID())).toMatchObject({ status: 404 });
    expect(await cancel(await booked(40))).toMatchObject({ status: 409 });
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED' });
    const startAt = past();
    const times = { startAt, endAt: new Date(startAt.getTime() + 1_800_000) };
    await at.site.db.update(booking).set(times).where(eq(booking.id, id));
    expect(await cancel(id)).toMatchObject({ status: 409 });
  });

  it('sees why each booking ended, also reasons that its people do not see', async () => {
    const blocked = await confirmed(30);
    await at.site.db
      .update(booking)
      .set({ status: 'CANCELLED', endedReason: 'BLOCKED' })
      .where(eq(booking.id, blocked));
    const unpaid = await booked(34);
    await at.site.db.update(booking).set({ payBy: past() }).where(eq(booking.id, unpaid));
    await run('booking-pay-timeout', unpaid);
    await expect.poll(() => bookingOf(unpaid)).toMatchObject({ status: 'CANCELLED' });
    const cases = [
      [blocked, 'BLOCKED', 'WITHDRAWN'],
      [unpaid, 'PAY_TIMEOUT', 'NOT_PAID'],
    ] as const;
    for (const [id, ending, endedReason] of cases) {
      expect(await seen(id, admin)).toMatchObject({ ending, endedReason });
      const theirs = await seen(id, at.viewer);
      expect(theirs).toMatchObject({ endedReason });
      expect(theirs).not.toHaveProperty('ending');
    }
    expect(await send(at.site, `/api/booking/${unpaid}`, { as: at.streamer })).toMatchObject({ status: 404 });
  });

  it('is shown who books one streamer more than five times a day', async () => {
    const title = 'Many bookings in a day';
    const list = async () => (await send(at.site, '/admin/booking', { as: admin })).bytes.toString();
    const first = await bookingOf(await booked(30));
    if (!first) throw new Error('nothing was booked');
    const ended = { payBy: null, status: 'CANCELLED', endedReason: 'CONSUMER' } as const;
    const add = (endedReason: 'CONSUMER' | 'NOT_PAID') => {
      const { id, ...copied } = first;
      const row = { ...copied, ...ended, endedReason, clientKey: randomUUID() };
      return at.site.db.insert(booking).values(row);
    };
    for (let i = 0; i < 4; i++) await add('CONSUMER');
    // Unpaid bookings do not count.
    await add('NOT_PAID');
    const line = (count: number) => `${count} by ${at.viewer.username} with ${at.streamer.username}`;
    expect(await list()).not.toContain(`by ${at.viewer.username}`);
    await add('CONSUMER');
    const page = await list();
    expect(page).toContain(title);
    expect(page).toContain(line(6));
    expect(page).toContain(
      `/admin/booking?producerId=${at.streamer.username}&amp;consumerId=${at.viewer.username}`,
    );
  });
});

describe('A payer with three unpaid bookings', () => {
  async function letGo(hours: number): Promise<void> {
    const id = await booked(hours);
    await at.site.db.update(booking).set({ payBy: past() }).where(eq(booking.id, id));
    await run('booking-pay-timeout', id);
    await expect.poll(() => bookingOf(id)).toMatchObject({ endedReason: 'PAY_TIMEOUT' });
  }
  const latest = async () =>
    (await at.site.db.select().from(booking).where(eq(booking.consumerId, at.viewer.id))).toSorted(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
    );

  it('can book for a day only with an immediate hold on a saved card', async () => {
    const needed = { status: 402, body: { code: 'CARD_NEEDED' } };
    await letGo(20);
    await letGo(20);
    expect(await bookingOf(await booked(20))).toMatchObject({ status: 'PAYING' });
    await change((await latest())[0]?.id ?? '', 'cancel');
    await letGo(20);

    expect(await book(20)).toMatchObject(needed);
    const [refused] = await latest();
    expect(refused).toMatchObject({ status: 'CANCELLED', endedReason: 'NOT_PAID' });
    await saveCard(at.site, at.viewer, ALWAYS_ASKS);
    expect(await book(20)).toMatchObject(needed);
    const [asked] = await latest();
    expect(asked).toMatchObject({ status: 'CANCELLED', endedReason: 'NOT_PAID' });
    await expect.poll(() => intentOf(asked?.id ?? '')).toMatchObject({ status: 'canceled' });

    await saveCard(at.site, at.viewer);
    const usual = await cardOf('4242');
    await at.site.db.update(card).set({ isDefault: false }).where(eq(card.userId, at.viewer.id));
    await at.site.db.update(card).set({ isDefault: true }).where(eq(card.id, usual));
    // The amount of a booking far ahead would not be held at once.
    expect(await book(70)).toMatchObject(needed);
    const id = await booked(20);
    expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', cardLast4: '4242' });

    await at.site.db
      .update(booking)
      .set({ updatedAt: past(25 * HOUR_MS) })
      .where(eq(booking.endedReason, 'PAY_TIMEOUT'));
    expect(await bookingOf(await booked(24))).toMatchObject({ status: 'PAYING' });
  });

  it('is also one who cancelled each shortly before its deadline', async () => {
    for (let nth = 0; nth < 4; nth++) {
      const id = await booked(20);
      expect(await bookingOf(id)).toMatchObject({ status: 'PAYING' });
      await at.site.db
        .update(booking)
        .set({ createdAt: past(9 * 60_000) })
        .where(eq(booking.id, id));
      expect(await change(id, 'cancel')).toMatchObject({ status: 200 });
      expect(await bookingOf(id)).toMatchObject({ endedReason: 'NOT_PAID' });
    }
    expect(await book(20)).toMatchObject({ status: 402, body: { code: 'CARD_NEEDED' } });
  });
});
