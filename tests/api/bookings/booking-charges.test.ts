import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { momentIn } from '#app/i18n/moments.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, LEDGER_ACCOUNTS, ledger, payment, stream, user } from '#db/schema/index.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { countBooking } from '../../support/market/streams.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { setPassword } from '../../support/people/people.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const {
  at,
  booked,
  pay,
  change,
  paymentOf,
  bookingOf,
  intentOf,
  run,
  move,
  past,
  confirmed,
  age,
  mailTo,
  mailsTo,
  balanceOf,
  ledgerOf,
} = paidBookings();

describe('Cancelling', () => {
  const isReleased = async (id: string) => {
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED', captured: 0 });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled', amount_received: 0 });
    expect(await ledgerOf(id)).toEqual({});
  };

  it('is free while the booking is not paid or confirmed, and for the streamer', async () => {
    await saveCard(at.site, at.viewer);
    const unpaid = await booked(5);
    expect(await change(unpaid, 'cancel')).toMatchObject({ status: 200 });
    expect(await bookingOf(unpaid)).toMatchObject({ endedReason: 'NOT_PAID' });
    await expect.poll(() => paymentOf(unpaid)).toMatchObject({ status: 'RELEASED', intent: null });

    const rejected = await booked(5);
    await pay(rejected);
    expect(await change(rejected, 'reject', at.streamer)).toMatchObject({ status: 200 });
    await isReleased(rejected);

    const theirs = await confirmed(5);
    await age(theirs);
    expect(await change(theirs, 'cancel', at.streamer)).toMatchObject({ status: 200 });
    await isReleased(theirs);
  });

  it('is free a day before the start, and in the first minutes', async () => {
    const early = await confirmed(30);
    await age(early);
    await change(early, 'cancel');
    await isReleased(early);
    for (const [who, words] of [
      [at.viewer, 'You cancelled your booking'],
      [at.streamer, `${at.viewer.username} cancelled your booking`],
    ] as const)
      expect(await mailTo(who, words)).not.toContain('Charged');
    const regretted = await confirmed(10);
    await change(regretted, 'cancel');
    await isReleased(regretted);
  });

  it('costs half on the last day and all in the last hours, shared with the site', async () => {
    const late = await confirmed(10);
    await age(late);
    await at.site.db.update(user).set({ language: 'SPANISH' }).where(eq(user.id, at.streamer.id));
    await change(late, 'cancel', at.viewer, { fee: 1_500 });
    expect(await mailTo(at.viewer, 'You cancelled your booking')).toContain('\nCharged: €15.00\n');
    expect(await mailTo(at.streamer, 'ha cancelado tu reserva')).toMatch(/\nCobrado: 15,00\s€\n/);
    await expect.poll(() => paymentOf(late)).toMatchObject({ status: 'CAPTURED', captured: 1_500, fee: 225 });
    expect(await balanceOf()).toBe(1_275);
    const last = await confirmed(20);
    await age(last);
    const soon = new Date(Date.now() + HOUR_MS);
    const times = { startAt: soon, endAt: new Date(soon.getTime() + HOUR_MS / 2) };
    await at.site.db.update(booking).set(times).where(eq(booking.id, last));
    await change(last, 'cancel', at.viewer, { fee: 3_000 });
    await expect.poll(() => paymentOf(last)).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
    expect(await balanceOf()).toBe(1_275 + 2_550);
    // Stripe's own fee is 1.5 % plus 0.25 EUR.
    expect(await ledgerOf(late)).toEqual({ PAYER: -1_500, STREAMER: 1_275, PLATFORM: 177, STRIPE: 48 });
    expect(await ledgerOf(last)).toEqual({ PAYER: -3_000, STREAMER: 2_550, PLATFORM: 380, STRIPE: 70 });
  });

  it('costs what was shown, or is refused with the current fee', async () => {
    const id = await confirmed(10);
    const cancel = (fee?: number) => change(id, 'cancel', at.viewer, { fee });
    const costs = (amount: number) => ({
      status: 409,
      body: { code: 'PRICE_CHANGED', current: { amount, currency: 'EUR' } },
    });
    expect(await cancel(1_500)).toMatchObject(costs(0));
    await age(id);
    for (const shown of [undefined, 0, 1_499, 3_000]) expect(await cancel(shown)).toMatchObject(costs(1_500));
    await at.site.db.update(booking).set({ waived: 'CLOCK' }).where(eq(booking.id, id));
    expect(await cancel(1_500)).toMatchObject(costs(0));
    expect(await bookingOf(id)).toMatchObject({ status: 'CONFIRMED', endedReason: null });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', toCapture: null });
    await at.site.db.update(booking).set({ waived: null }).where(eq(booking.id, id));
    // Cancelling is free for the streamer, whatever fee is sent.
    expect(await change(id, 'cancel', at.streamer, { fee: 7 })).toMatchObject({ status: 200 });
    await isReleased(id);
  });

  it('is free when an account is deleted, whose Stripe account is closed afterwards', async () => {
    const id = await confirmed(5);
    await age(id);
    await setPassword(at.site.db, at.streamer.id);
    const deletion = { method: 'DELETE', as: at.streamer, body: { password: PASSWORD } };
    expect(await send(at.site, `/api/user/${at.streamer.id}`, deletion)).toMatchObject({ status: 200 });
    await isReleased(id);
    expect(await paymentOf(id)).toMatchObject({ payeeId: null });
    await queueOn(at.site.db).send('stripe-sweep', {});
    await expect
      .poll(() => at.site.sandbox.stripe.v2.core.accounts.retrieve(at.account))
      .toMatchObject({ closed: true });
  });
});

describe('After the end', () => {
  const all = { offeredMs: 1_800_000, attendedMs: 1_800_000, deliveredMs: 1_800_000 };

  /** Moves the booking to have ended an hour ago, and closes it. @param counted null if no one entered the room */
  async function end(id: string, counted: Partial<typeof stream.$inferInsert> | null): Promise<void> {
    const endAt = past(HOUR_MS);
    const times = { startAt: new Date(endAt.getTime() - HOUR_MS / 2), endAt };
    await at.site.db.update(booking).set(times).where(eq(booking.id, id));
    if (counted) await countBooking(at.site.db, id, counted);
    await run('booking-close', id);
  }
  async function streamOf(id: string) {
    const [row] = await at.site.db.select().from(stream).where(eq(stream.bookingId, id));
    return row;
  }

  it('a call that took place is charged once, a day later', async () => {
    const id = await confirmed();
    await end(id, all);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'DELIVERED' });
    expect(await streamOf(id)).toMatchObject({ charge: 3_000, endedAt: expect.any(Date) });
    const { captureAt, captureBefore } = await paymentOf(id);
    expect(captureAt?.getTime()).toBe(((await bookingOf(id))?.endAt.getTime() ?? 0) + 24 * HOUR_MS);
    expect(captureAt?.getTime()).toBeLessThan(captureBefore?.getTime() ?? 0);
    const told = await mailTo(at.viewer, `Your call with ${at.streamer.username}: €30.00`);
    expect(told).toContain('Delivered: 30:00\nReserved: €30.00\nTo pay: €30.00\n');
    const deadline = momentIn(captureAt?.getTime() ?? 0, 'UTC', 'en');
    expect(told).toContain(`Visa ending in 4242 will be charged on ${deadline}. If something was wrong`);
    expect(told).toMatch(new RegExp(`until ${deadline}:\n\nhttp\\S+/personal/booking/${id}#complaint\n`));
    await run('booking-close', id);
    await move(id);
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD' });
    const { id: paymentId } = await paymentOf(id);
    await at.site.db.update(payment).set({ captureAt: past() }).where(eq(payment.id, paymentId));
    await Promise.all([move(id), move(id), move(id)]);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'CAPTURED', captured: 3_000, fee: 450 });
    expect(await balanceOf()).toBe(2_550);
    expect(await ledgerOf(id)).toEqual({ PAYER: -3_000, STREAMER: 2_550, PLATFORM: 380, STRIPE: 70 });
    const receipt = await mailTo(at.viewer, 'Receipt: €30.00');
    expect(receipt).toContain('€30.00 was charged to Visa ending in 4242');
    expect(receipt).toMatch(/review:\n\nhttp\S+\/user\/\S+#own-review\n/);
    expect(await mailTo(at.streamer, 'You have earned €25.50')).toContain('Our share: €4.50');
    const isAboutCost = (mail: string) => mail.includes('Subject: Your call with');
    expect((await mailsTo(at.viewer)).filter(isAboutCost)).toHaveLength(1);
    expect((await mailsTo(at.streamer)).filter(isAboutCost)).toEqual([]);
    const { body } = await send(at.site, `/api/payment?bookingId=${id}`, { as: at.streamer });
    expect(body).toMatchObject({ total: 1, entities: [{ status: 'CAPTURED', captured: 3_000, fee: 450 }] });
    expect(JSON.stringify(body)).not.toMatch(/pi_|acct_|pm_/);
  });

  it('a partly delivered call is charged in part', async () => {
    const id = await confirmed();
    const half = { ...all, offeredMs: 1_500_000, deliveredMs: 1_500_000, missedMs: 300_000 };
    await end(id, half);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'PARTLY' });
    expect(await streamOf(id)).toMatchObject({ charge: 2_500 });
    const { id: paymentId } = await paymentOf(id);
    await at.site.db.update(payment).set({ captureAt: past() }).where(eq(payment.id, paymentId));
    await move(id);
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'CAPTURED', captured: 2_500, fee: 375 });
    expect(await mailTo(at.viewer, 'Receipt: €25.00')).toContain('Delivered: 25:00');
    expect(await mailTo(at.streamer, 'You have earned €21.25')).toContain('Delivered: 25:00');
    // Closing it again neither counts nor decides anything.
    await end(id, null);
    await at.site.db.update(stream).set({ deliveredMs: 0 }).where(eq(stream.bookingId, id));
    await run('booking-close', id);
    expect(await streamOf(id)).toMatchObject({ charge: 2_500 });
  });

  it.each([
    ['to which no one came', null, 'BOTH_ABSENT', ''],
    [
      'to which the streamer did not come',
      ...([{ attendedMs: 600_000, missedMs: 600_000 }, 'PRODUCER_ABSENT', ' did not come.'] as const),
    ],
  ] as const)('a call %s is not charged', async (_, counted, outcome, words) => {
    const id = await confirmed();
    await end(id, counted);
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'RELEASED' });
    expect(await intentOf(id)).toMatchObject({ status: 'canceled' });
    if (counted) expect(await streamOf(id)).toMatchObject({ charge: 0, endedAt: expect.any(Date) });
    const told = await mailTo(at.viewer, `Your call with ${at.streamer.username}: nothing is charged`);
    const absent = words && ` ${at.streamer.username}${words}`;
    expect(told).toContain(`is over, and nothing is charged.${absent}\n`);
    expect(told).not.toContain('{{');
  });

  it('a call that the payer missed is charged in full', async () => {
    const id = await confirmed();
    await end(id, { offeredMs: 600_000, absent: 'CONSUMER' });
    await expect.poll(() => bookingOf(id)).toMatchObject({ outcome: 'CONSUMER_ABSENT' });
    expect(await paymentOf(id)).toMatchObject({ status: 'HELD', toCapture: 3_000 });
  });

  it('an expired hold is placed again', async () => {
    const id = await confirmed();
    await at.site.sandbox.control('clock', { advance: 7 * 24 * 3600 + 60 });
    await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD', attempt: 2 });
  });
});

describe('If the connection to Stripe is cut', () => {
  const cut = (path: string, when: 'before' | 'after', times = 3) =>
    at.site.sandbox.control('fail', { path, when, times, cut: true });

  it.each(['before', 'after'] as const)('%s a hold, it is retried, and held once', async (when) => {
    await saveCard(at.site, at.viewer);
    for (const path of ['payment_intents$', 'confirm$']) {
      const id = await booked(path.startsWith('p') ? 20 : 24);
      await cut(path, when);
      expect(await pay(id)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(await pay(id)).toMatchObject({ status: expect.any(Number) });
      await expect.poll(() => paymentOf(id)).toMatchObject({ status: 'HELD' });
      expect(await bookingOf(id)).toMatchObject({ status: 'WAITING' });
    }
  });

  it.each(['before', 'after'] as const)('%s a capture or a release, each is done once', async (when) => {
    const late = await confirmed(10);
    await age(late);
    await cut('capture$', when);
    await change(late, 'cancel', at.viewer, { fee: 1_500 });
    const again = async (id: string) => {
      await move(id);
      return paymentOf(id);
    };
    const patiently = { interval: 500 };
    await expect.poll(() => again(late), patiently).toMatchObject({ status: 'CAPTURED', captured: 1_500 });
    expect(await intentOf(late)).toMatchObject({ status: 'succeeded', amount_received: 1_500 });
    expect(await balanceOf()).toBe(1_275);

    const early = await confirmed(30);
    await cut('cancel$', when);
    await change(early, 'cancel');
    await expect.poll(() => again(early), patiently).toMatchObject({ status: 'RELEASED' });
    expect(await intentOf(early)).toMatchObject({ status: 'canceled' });
  });
});

describe('The ledger', () => {
  it('accepts only lines that add up, and cannot be changed', async () => {
    const id = await booked();
    const { id: paymentId } = await paymentOf(id);
    const line = { txKey: `test:${id}`, paymentId, currency: 'EUR' };
    const add = (...amounts: number[]) =>
      at.site.db
        .insert(ledger)
        .values(amounts.map((amount, i) => ({ ...line, account: LEDGER_ACCOUNTS[i] ?? 'PAYER', amount })));
    await expect(add(-100, 99)).rejects.toMatchObject({ cause: { constraint_name: 'ledger_balanced' } });
    await add(-100, 60, 40);
    const kept = { cause: { constraint_name: 'ledger_kept' } };
    await expect(at.site.db.update(ledger).set({ amount: 1 })).rejects.toMatchObject(kept);
    await expect(at.site.db.delete(ledger)).rejects.toMatchObject(kept);
  });
});
