import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { audit, booking, complaint, notification, payment, refund, stream } from '#db/schema/index.ts';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { countBooking, requestedCall } from '../../support/market/streams.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { bearer, setPassword } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { person, send } from '../../support/servers/site.ts';

const { at, post, paymentOf, intentOf, run, move, past, confirmed, mailTo, balanceOf } = paidBookings();

let admin: { id: string; token: string };
beforeAll(async () => {
  admin = await person(at.site.db, ['ADMIN']);
});

/** A booked call of 30 EUR that ended an hour ago, by default. */
async function overCall(endedHoursAgo = 1) {
  const bookingId = await confirmed();
  const endAt = past(endedHoursAgo * HOUR_MS);
  const times = { startAt: new Date(endAt.getTime() - HOUR_MS / 2), endAt };
  await at.site.db.update(booking).set(times).where(eq(booking.id, bookingId));
  const ms = 1_800_000;
  const streamId = await countBooking(at.site.db, bookingId, {
    offeredMs: ms,
    attendedMs: ms,
    deliveredMs: ms,
  });
  await run('booking-close', bookingId);
  await expect.poll(() => paymentOf(bookingId)).toMatchObject({ status: 'HELD', toCapture: 3_000 });
  return { bookingId, streamId };
}
type Call = Awaited<ReturnType<typeof overCall>>;

const complain = ({ streamId }: { streamId: string }, body: object = {}, as = at.viewer) =>
  post(
    `/api/stream/${streamId}/complaint`,
    { kind: 'NO_PICTURE', text: 'It was black.', wanted: 1_000, ...body },
    as,
  );
async function complained(call: Call, wanted = 1_000): Promise<string> {
  const { status, body } = await complain(call, { wanted });
  expect(status, JSON.stringify(body)).toBe(201);
  return z.object({ id: z.string() }).parse(body).id;
}
const answer = (id: string, conceded: number, as = at.streamer) =>
  post(`/api/complaint/${id}/answer`, { answer: 'It was night.', conceded }, as);
const decide = (id: string, decided: number, as: Pick<Person, 'id' | 'token'> = admin) =>
  send(at.site, `/api/complaint/${id}/decide`, {
    method: 'POST',
    as,
    body: { decided, reason: 'It was black.' },
  });
const refundsOf = async ({ bookingId }: Call) =>
  at.site.db
    .select()
    .from(refund)
    .where(eq(refund.paymentId, (await paymentOf(bookingId)).id));
/** Captures the payment as if its time had come. */
async function charge({ bookingId }: Call): Promise<void> {
  const { id } = await paymentOf(bookingId);
  await at.site.db.update(payment).set({ captureAt: past() }).where(eq(payment.id, id));
  await move(bookingId);
  await expect.poll(() => paymentOf(bookingId)).toMatchObject({ status: 'CAPTURED' });
}
const page = async (path: string, as: Person) =>
  (await new Client(at.site.server.url).call(path, { headers: bearer(as.token) })).bytes
    .toString()
    .replaceAll('<!-- -->', '');
const kindsFor = async ({ id }: Person) =>
  (await at.site.db.select().from(notification).where(eq(notification.userId, id))).map(({ kind }) => kind);

describe('A complaint', () => {
  it('delays the capture as long as the hold allows, and both people see it', async () => {
    const call = await overCall();
    expect(await page(`/personal/booking/${call.bookingId}`, at.viewer)).toContain('Was something wrong?');
    expect(await page(`/personal/booking/${call.bookingId}`, at.streamer)).not.toContain(
      'Was something wrong?',
    );
    const id = await complained(call);
    const { captureAt, captureBefore } = await paymentOf(call.bookingId);
    expect(captureAt?.getTime()).toBe((captureBefore?.getTime() ?? 0) - 6 * HOUR_MS);
    await move(call.bookingId);
    expect(await intentOf(call.bookingId)).toMatchObject({ status: 'requires_capture' });
    const mail = await mailTo(at.streamer, 'complains about your call');
    expect(mail).toContain('wants €10.00 back');
    expect(mail).toContain('Your part of the €30.00 is €25.50, and of what they want back €8.50.');
    const shown = '€10.00, of which €8.50 is your part';
    expect(await page(`/personal/booking/${call.bookingId}`, at.streamer)).toContain(shown);
    expect(await page(`/personal/booking/${call.bookingId}`, at.viewer)).not.toContain('your part');
    expect(await kindsFor(at.streamer)).toContain('COMPLAINT');
    for (const as of [at.viewer, at.streamer]) {
      const { body } = await send(at.site, `/api/complaint/${id}`, { as });
      expect(body).toMatchObject({ status: 'OPEN', wanted: 1_000, charge: 3_000, currency: 'EUR' });
      expect(await page(`/personal/booking/${call.bookingId}`, as)).toContain('It was black.');
    }
    const stranger = await makePerson(at.site.db);
    expect(await send(at.site, `/api/complaint/${id}`, { as: stranger })).toMatchObject({ status: 404 });
    expect(await complain(call)).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } });
  });

  it('that is accepted lowers the charge, which is captured at once', async () => {
    const call = await overCall();
    const id = await complained(call);
    expect(await answer(id, 1_000)).toMatchObject({
      status: 200,
      body: { status: 'ACCEPTED', conceded: 1_000 },
    });
    await expect
      .poll(() => paymentOf(call.bookingId))
      .toMatchObject({ status: 'CAPTURED', captured: 2_000, fee: 300 });
    expect(await balanceOf()).toBe(1_700);
    expect(await mailTo(at.viewer, 'Your complaint was accepted')).toContain('€10.00 of the €30.00');
    expect(await kindsFor(at.viewer)).toContain('COMPLAINT_ANSWERED');
    expect(await answer(id, 1_000)).toMatchObject({ status: 409 });
    expect(await decide(id, 3_000)).toMatchObject({ status: 409 });
  });

  it('that refunds everything releases the hold', async () => {
    const call = await overCall();
    // The rest is below 0.50 EUR, which cannot be charged.
    expect(await answer(await complained(call, 3_000), 2_960)).toMatchObject({
      body: { status: 'ACCEPTED' },
    });
    await expect.poll(() => paymentOf(call.bookingId)).toMatchObject({ status: 'RELEASED', captured: 0 });
    expect(await intentOf(call.bookingId)).toMatchObject({ status: 'canceled' });
  });

  it('that is declined is decided by an administrator before the capture', async () => {
    const call = await overCall();
    const id = await complained(call);
    expect(await answer(id, 400)).toMatchObject({ body: { status: 'DECLINED', conceded: 400 } });
    expect(await paymentOf(call.bookingId)).toMatchObject({ status: 'HELD', toCapture: 2_600 });
    expect(await mailTo(at.viewer, 'answered your complaint')).toContain('gives back €4.00');
    for (const as of [at.viewer, at.streamer])
      expect(await decide(id, 900, as)).toMatchObject({ status: 403 });
    for (const wrong of [399, 3_001])
      expect(await decide(id, wrong)).toMatchObject({ status: 400, body: { fields: [{ path: 'decided' }] } });
    expect(await decide(id, 1_200)).toMatchObject({
      status: 200,
      body: { status: 'DECIDED', decided: 1_200 },
    });
    await expect.poll(() => paymentOf(call.bookingId)).toMatchObject({ status: 'CAPTURED', captured: 1_800 });
    for (const who of [at.viewer, at.streamer]) {
      const part = who === at.streamer ? ', of which €10.20 is your part' : '';
      expect(await mailTo(who, 'Decision about the call')).toContain(`€12.00 is given back in all${part}:`);
      expect(await kindsFor(who)).toContain('COMPLAINT_DECIDED');
    }
    const [entry] = await at.site.db.select().from(audit).where(eq(audit.rowId, id));
    expect(entry).toMatchObject({ action: 'DECIDE', entity: 'complaint', actorId: admin.id });
    expect(await refundsOf(call)).toEqual([]);
  });

  it('that waits too long is captured less what was conceded, and decided by a refund', async () => {
    const call = await overCall();
    const id = await complained(call);
    await answer(id, 400);
    await charge(call);
    expect(await paymentOf(call.bookingId)).toMatchObject({ captured: 2_600 });
    expect(await decide(id, 1_000)).toMatchObject({ status: 200 });
    await expect
      .poll(() => refundsOf(call))
      .toMatchObject([{ amount: 600, status: 'SUCCEEDED', reason: 'It was black.' }]);
    expect(await paymentOf(call.bookingId)).toMatchObject({ refunded: 600 });
    expect(await page(`/personal/booking/${call.bookingId}`, at.viewer)).toContain('We have decided.');
  });

  it('can be decided without an answer; a decision for nothing charges everything', async () => {
    const call = await overCall();
    const id = await complained(call, 0);
    expect(await decide(id, 0)).toMatchObject({ status: 200 });
    await expect.poll(() => paymentOf(call.bookingId)).toMatchObject({ status: 'CAPTURED', captured: 3_000 });
    expect(await answer(id, 0)).toMatchObject({ status: 409 });
  });

  it('is answered or decided once, of several concurrent attempts', async () => {
    const call = await overCall();
    const id = await complained(call);
    const answers = await Promise.all([
      decide(id, 1_000),
      answer(id, 1_000),
      decide(id, 1_000),
      answer(id, 1_000),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await expect.poll(() => paymentOf(call.bookingId)).toMatchObject({ status: 'CAPTURED', captured: 2_000 });
  });

  it('that wants no money stays open after the answer', async () => {
    const id = await complained(await overCall(), 0);
    expect(await answer(id, 0)).toMatchObject({ body: { status: 'DECLINED', conceded: 0 } });
  });

  it('can be made only by the payer, within a day of the end, about a charge', async () => {
    const call = await overCall();
    expect(await complain(call, {}, at.streamer)).toMatchObject({ status: 404 });
    expect(await complain(call, {}, await makePerson(at.site.db))).toMatchObject({ status: 404 });
    for (const [field, wrong] of [
      ['wanted', 3_001],
      ['wanted', -1],
      ['text', ' '],
      ['kind', 'DULL'],
    ] as const)
      expect(await complain(call, { [field]: wrong })).toMatchObject({
        status: 400,
        body: { fields: [{ path: field }] },
      });
    await at.site.db
      .update(booking)
      .set({ startAt: past(25 * HOUR_MS), endAt: past(24 * HOUR_MS + 1_000) })
      .where(eq(booking.id, call.bookingId));
    expect(await complain(call)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await page(`/personal/booking/${call.bookingId}`, at.viewer)).not.toContain(
      'Was something wrong?',
    );
    await at.site.db.update(stream).set({ charge: 0 }).where(eq(stream.id, call.streamId));
    await at.site.db
      .update(booking)
      .set({ startAt: past(120_000), endAt: past() })
      .where(eq(booking.id, call.bookingId));
    expect(await complain(call)).toMatchObject({ status: 409 });
  });

  it('refunds nothing while the payment is disputed', async () => {
    const call = await overCall();
    const id = await complained(call);
    await charge(call);
    const { latest_charge: chargeId } = await intentOf(call.bookingId);
    await at.site.sandbox.control('dispute', { charge: chargeId });
    await expect.poll(() => balanceOf()).toBe(0);
    expect(await answer(id, 500)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await decide(id, 500)).toMatchObject({ status: 409 });
    expect(await decide(id, 0)).toMatchObject({ status: 200 });
    expect(await refundsOf(call)).toEqual([]);
    const next = await overCall();
    await charge(next);
    await at.site.sandbox.control('dispute', { charge: (await intentOf(next.bookingId)).latest_charge });
    await expect.poll(() => balanceOf()).toBe(0);
    expect(await complain(next)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it.each(['viewer', 'streamer'] as const)('is settled after the %s has deleted the account', async (who) => {
    const call = await overCall();
    const id = await complained(call);
    await setPassword(at.site.db, at[who].id);
    const deletion = { method: 'DELETE', as: at[who], body: { password: PASSWORD } };
    expect(await send(at.site, `/api/user/${at[who].id}`, deletion)).toMatchObject({ status: 200 });
    expect(await decide(id, 1_000)).toMatchObject({ status: 200, body: { decided: 1_000 } });
    await expect.poll(() => paymentOf(call.bookingId)).toMatchObject({ status: 'CAPTURED', captured: 2_000 });
    await mailTo(
      who === 'viewer' ? at.streamer : at.viewer,
      'Decision about the call with a deleted account',
    );
  });

  it('is in the download of personal data', async () => {
    const id = await complained(await overCall());
    for (const as of [at.viewer, at.streamer]) {
      const { body } = await new Client(at.site.server.url).call('/personal/data', {
        headers: bearer(as.token),
      });
      expect(body).toMatchObject({
        complaints: [{ id, text: 'It was black.', asStreamer: as === at.streamer }],
      });
      expect(JSON.stringify(body)).not.toContain('decidedById');
    }
  });
});

it('A complaint about a requested call is shown on the call’s page', async () => {
  const people = { producerId: at.streamer.id, consumerId: at.viewer.id };
  const delivered = { offeredMs: 600_000, attendedMs: 600_000, deliveredMs: 600_000 };
  const call = await requestedCall(at.site.db, people, delivered);
  expect(await complain(call)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  await queueOn(at.site.db).send('stream-settle', {});
  const paid = async () => {
    const [row] = await at.site.db.select().from(payment).where(eq(payment.requestId, call.requestId));
    return row;
  };
  await expect.poll(paid).toMatchObject({ toCapture: 1_000 });
  expect(await page(`/personal/stream/${call.streamId}`, at.viewer)).toContain('Was something wrong?');
  const { body } = await complain(call, { wanted: 300 });
  const { id } = z.object({ id: z.string() }).parse(body);
  expect(await page(`/personal/stream/${call.streamId}`, at.streamer)).toContain('Send answer');
  await at.site.db
    .update(payment)
    .set({ captureAt: sql`now() + interval '1 day'` })
    .where(eq(payment.requestId, call.requestId));
  await answer(id, 100);
  expect(await paid()).toMatchObject({ toCapture: 900 });
  expect(await page(`/personal/stream/${call.streamId}`, at.streamer)).toContain('€9.00 will be charged');
  expect(await at.site.db.$count(complaint, eq(complaint.streamId, call.streamId))).toBe(1);
});
