import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { momentIn } from '#app/i18n/moments.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { callRequest, channel, payment, stream, user, userPrice } from '#db/schema/index.ts';
import type { Person } from '../../support/market/bookings.ts';
import { callPeople, paymentOf, ring } from '../../support/market/requests.ts';
import { send } from '../../support/servers/site.ts';
import {
  account,
  backdateRinging,
  bookViewer,
  call,
  change,
  idOf,
  mailbox,
  moneyOf,
  post,
  read,
  rowOf,
  run,
  site,
  streamer,
  taken,
  viewer,
} from './request-setting.ts';

describe('A call to a streamer', () => {
  it('rings once its amount is held, and is visible to the streamer from then on', async () => {
    const made = await call();
    expect(made).toMatchObject({ status: 201, body: { status: 'PAYING' } });
    const id = idOf(made.body);
    expect(await send(site, `/api/request/${id}`, { as: streamer })).toMatchObject({ status: 404 });
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 409 });
    expect(await post(`/api/request/${id}/pay`)).toMatchObject({ status: 200, body: { url: null } });
    for (const as of [viewer, streamer]) expect(await read(id, as)).toMatchObject({ status: 'RINGING' });
    expect(await paymentOf(site, id)).toMatchObject({ status: 'HELD', amount: 2_000, feeBps: 1_500 });
    const mail = await mailbox.waitFor(streamer.email, 'is calling you');
    expect(mail).toContain(`/request/${id}`);
    // The streamer is told what they get, and for how long, wherever it rings.
    expect(mail).toContain(
      'You get €1.70 of €2.00 per minute of picture that reaches them: at most €17.00 of €20.00.',
    );
    expect(await read(id, streamer)).toMatchObject({
      pay: { minorPerMinute: 170, priceMinor: 200, most: 1_700, amount: 2_000, currency: 'EUR', minutes: 10 },
    });
    expect(await read(id, viewer)).not.toHaveProperty('pay');
    const earns = 'You get €1.70 of €2.00 per minute: at most €17.00 of €20.00, for 10 minutes.';
    expect((await send(site, `/request/${id}`, { as: streamer })).bytes.toString()).toContain(earns);
    expect((await send(site, '/api/notification', { as: streamer })).body).toMatchObject({
      notifications: [{ text: `${earns} Answer within a minute.` }],
    });
    // Others cannot see it.
    const { viewer: stranger } = await callPeople(site);
    expect(await send(site, `/api/request/${id}`, { as: stranger })).toMatchObject({ status: 404 });
    for (const what of ['accept', 'reject', 'cancel'])
      expect(await change(id, what, stranger)).toMatchObject({ status: 404 });
  });

  it('costs what the page shows: prices of 100 and more are whole', async () => {
    await site.db.update(userPrice).set({ perMinute: 123.45 }).where(eq(userPrice.userId, streamer.id));
    const page = (await send(site, `/user/${streamer.username}`, { as: viewer })).bytes.toString();
    expect(page).toContain('€123</span>');
    const entered = await call({ amount: 123_450 });
    expect(entered).toMatchObject({ status: 409, body: { current: { amount: 123_000, currency: 'EUR' } } });
    const made = await call({ amount: 123_000 });
    expect(made.status).toBe(201);
    expect(await rowOf(idOf(made.body))).toMatchObject({ priceMinor: 12_300, amount: 123_000 });
  });

  it('that is accepted makes both people busy, and has a room for them', async () => {
    const id = await ring(site, streamer, viewer);
    expect(await change(id, 'accept', viewer)).toMatchObject({ status: 404 });
    const accepted = await change(id, 'accept', streamer);
    expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
    const { token } = z.object({ token: z.string() }).parse(accepted.body);
    expect(await read(id)).toMatchObject({ status: 'ACCEPTED', token, entered: false });
    expect((await taken()).map(({ userId }) => userId).toSorted()).toEqual(
      [streamer.id, viewer.id].toSorted(),
    );
    const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, id));
    expect(counted).toMatchObject({ budgetMs: 600_000, priceMinor: 200, currency: 'EUR' });
    const [room] = await site.db.select().from(channel).where(eq(channel.token, token));
    expect(room).toMatchObject({
      streamId: counted?.id,
      hostUserId: streamer.id,
      guestReservedFor: viewer.id,
    });
    const seat = (as: Person, name: string) => post(`/api/channel/seat/${token}`, { seat: name }, as);
    expect(await seat(streamer, 'host')).toMatchObject({ status: 200 });
    // As the media server records the host's camera.
    await site.db.update(channel).set({ cameraType: 'INTEGRATED_CAM' }).where(eq(channel.token, token));
    const page = (as: Person) => send(site, `/request/${id}`, { as });
    expect((await page(streamer)).bytes.toString()).toContain('Return to the room');
    expect(await seat(viewer, 'guest')).toMatchObject({ status: 200 });
    for (const as of [viewer, streamer])
      expect(await read(id, as)).toMatchObject({ token, entered: as === streamer });
    expect(await seat(viewer, 'host')).toMatchObject({ status: 403 });
    const { viewer: stranger } = await callPeople(site);
    expect(await seat(stranger, 'guest')).toMatchObject({ status: 404 });
    // The amount stays held until the delivery is known.
    expect(await moneyOf(id)).toBe('HELD');
    // Both people are free again after the call.
    await site.db.update(callRequest).set({ overAt: sql`now()` }).where(eq(callRequest.id, id));
    expect(await taken()).toEqual([]);
  });

  it('that was partly delivered is charged for that part, with a receipt for both', async () => {
    const id = await ring(site, streamer, viewer);
    await change(id, 'accept', streamer);
    const [counted] = await site.db
      .update(stream)
      .set({ offeredMs: 150_400, deliveredMs: 150_400 })
      .where(eq(stream.requestId, id))
      .returning();
    await site.db
      .update(channel)
      .set({ status: 'FINISHED', endReason: 'left', endedAt: sql`now() - interval '1 hour'` })
      .where(eq(channel.streamId, counted?.id ?? ''));
    await queueOn(site.db).send('stream-settle', {});
    // 150 seconds at 2 EUR a minute.
    await expect.poll(() => paymentOf(site, id)).toMatchObject({ status: 'HELD', toCapture: 500 });
    const told = await mailbox.waitFor(viewer.email, `Your call with ${streamer.username}: €5.00`);
    expect(told).toContain('Delivered: 02:30\nPrice: €2.00 per minute\nTo pay: €5.00\n');
    const paid = await paymentOf(site, id);
    const deadline = momentIn(paid?.captureAt?.getTime() ?? 0, 'UTC', 'en');
    expect(told).toContain(
      `will be charged on ${deadline} (UTC). If something was wrong, you can complain until`,
    );
    expect(told).toContain(`/request/${id}#complaint\n`);
    await queueOn(site.db).send('stream-settle', {});
    await site.db.update(payment).set({ captureAt: sql`now()` }).where(eq(payment.requestId, id));
    await run('payment-move', paid?.id ?? '');
    await expect
      .poll(() => paymentOf(site, id))
      .toMatchObject({ status: 'CAPTURED', captured: 500, fee: 75 });
    const { available } = await site.sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
    expect(available[0]?.amount).toBe(425);
    expect(await mailbox.waitFor(viewer.email, 'Receipt: €5.00')).toContain('Delivered: 02:30');
    expect(await mailbox.waitFor(streamer.email, 'You have earned €4.25')).toContain('Our share: €0.75');
    const isAboutCost = (mail: string) => mail.includes('Subject: Your call with');
    expect((await mailbox.to(viewer.email)).filter(isAboutCost)).toHaveLength(1);
    expect((await mailbox.to(streamer.email)).filter(isAboutCost)).toEqual([]);
  });

  it('that has just ended redirects to its stream, not into its room', async () => {
    const id = await ring(site, streamer, viewer);
    await change(id, 'accept', streamer);
    const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, id));
    const page = (as: Person) => send(site, `/request/${id}`, { as });
    expect(await page(viewer)).toMatchObject({ status: 200 });
    const ended = { status: 'FINISHED', endReason: 'left', endedAt: sql`now()` };
    await site.db
      .update(channel)
      .set(ended)
      .where(eq(channel.streamId, counted?.id ?? ''));
    for (const as of [viewer, streamer]) {
      const { status, headers } = await page(as);
      expect([status, headers.get('Location')]).toEqual([302, `/personal/stream/${counted?.id}`]);
      // Nothing leads into its room.
      const told = await read(id, as);
      expect(told).toMatchObject({ status: 'OVER' });
      expect(told).not.toHaveProperty('token');
      const html = (await send(site, `/personal/stream/${counted?.id}`, { as })).bytes.toString();
      expect(html).toContain('Over; the amount is being worked out');
    }
    const list = await send(site, '/personal/stream', { as: streamer });
    expect(list.bytes.toString()).toContain('Being worked out');
  });

  it.each([
    ['rejected', async (id: string) => change(id, 'reject', streamer)],
    ['not answered', async (id: string) => backdateRinging(id, 61_000)],
    ['cancelled', async (id: string) => change(id, 'cancel')],
  ])('that is %s tells the caller that the hold is released', async (_, end) => {
    const id = await ring(site, streamer, viewer);
    expect(await read(id)).not.toHaveProperty('released');
    await end(id);
    expect(await read(id)).toMatchObject({ released: { amount: 2_000, currency: 'EUR' } });
    expect(await read(id, streamer)).not.toHaveProperty('released');
    const html = (await send(site, `/request/${id}`, { as: viewer })).bytes.toString();
    expect(html).toContain('Your card was not charged. The hold of €20.00 is released');
  });

  it('that was never paid tells of no hold', async () => {
    const id = idOf((await call()).body);
    await change(id, 'cancel');
    expect(await read(id)).not.toHaveProperty('released');
  });

  it('is not made for somebody whose address is not confirmed', async () => {
    await site.db.update(user).set({ emailVerifiedAt: null }).where(eq(user.id, viewer.id));
    expect(await call()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await site.db.$count(callRequest, eq(callRequest.consumerId, viewer.id))).toBe(0);
    const path = `/user/${streamer.username}/call`;
    const html = (await send(site, path, { as: viewer })).bytes.toString();
    expect(html).toContain('Confirm your email address first');
    expect(html).not.toContain('name="budget"');
    const body = new URLSearchParams({ intent: 'confirm', back: path });
    const { headers } = await send(site, path, { as: viewer, method: 'POST', body });
    expect(headers.get('Location')).toBe(`${path}?done=confirm`);
    expect(await mailbox.waitFor(viewer.email, 'verify')).toContain(encodeURIComponent(path));
  });

  it.each([
    ['rejected', 'reject', () => streamer, 'REJECTED'],
    ['cancelled', 'cancel', () => viewer, 'CANCELLED'],
  ])('that is %s releases the money at once', async (_, what, who, status) => {
    const id = await ring(site, streamer, viewer);
    expect(await change(id, what, who())).toMatchObject({ status: 200, body: { status } });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await change(id, 'accept', streamer)).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    expect(await taken()).toEqual([]);
  });

  it('expires after ringing for a minute, whether or not the job has run', async () => {
    const id = await ring(site, streamer, viewer);
    // It is too early, so the job does nothing.
    await run('request-ring-timeout', id);
    await backdateRinging(id, 59_000);
    expect(await read(id)).toMatchObject({ status: 'RINGING' });
    await backdateRinging(id, 2_000);
    expect(await read(id)).toMatchObject({ status: 'EXPIRED' });
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 409 });
    await run('request-ring-timeout', id);
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await rowOf(id)).toMatchObject({ status: 'EXPIRED' });
  });

  it('that has rung for a minute does not block the next one of either person', async () => {
    const first = await ring(site, streamer, viewer);
    await backdateRinging(first, 61_000);
    const second = await ring(site, streamer, viewer);
    expect(await rowOf(first)).toMatchObject({ status: 'EXPIRED' });
    await backdateRinging(second, 61_000);
    const other = await callPeople(site);
    expect(await call({}, other.viewer)).toMatchObject({ status: 201, body: { status: 'PAYING' } });
    expect(await rowOf(second)).toMatchObject({ status: 'EXPIRED' });
  });

  it('answered concurrently on several devices is answered once, with one room', async () => {
    const id = await ring(site, streamer, viewer);
    const answers = await Promise.all([
      change(id, 'accept', streamer),
      change(id, 'accept', streamer),
      change(id, 'reject', streamer),
      change(id, 'cancel', viewer),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    const rooms = await site.db.$count(stream, eq(stream.requestId, id));
    expect(rooms).toBe((await rowOf(id))?.status === 'ACCEPTED' ? 1 : 0);
  });

  it('ends before the next booking of either person', async () => {
    const startAt = await bookViewer(5 * 60_000);
    const id = await ring(site, streamer, viewer);
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 200 });
    const [counted] = await site.db.select().from(stream).where(eq(stream.requestId, id));
    expect(counted?.budgetMs).toBeGreaterThan(4 * 60_000);
    expect(counted?.budgetMs).toBeLessThanOrEqual(5 * 60_000);
    expect((await rowOf(id))?.endsAt).toEqual(startAt);
  });

  it('is made once by a form submitted twice', async () => {
    const clientKey = randomUUID();
    const ids = await Promise.all([1, 2, 3].map(async () => idOf((await call({ clientKey })).body)));
    expect(new Set(ids).size).toBe(1);
  });

  it('that is not paid is replaced by the next one; one that rings is not', async () => {
    const first = idOf((await call()).body);
    const second = await ring(site, streamer, viewer);
    expect(await read(first)).toMatchObject({ status: 'CANCELLED' });
    expect(await call()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await read(second)).toMatchObject({ status: 'RINGING' });
  });

  it('that is not paid in ten minutes fails', async () => {
    const id = idOf((await call()).body);
    await site.db.update(callRequest).set({ payBy: sql`now()` }).where(eq(callRequest.id, id));
    expect(await post(`/api/request/${id}/pay`)).toMatchObject({ status: 409 });
    await run('request-pay-timeout', id);
    await expect.poll(async () => (await rowOf(id))?.status).toBe('FAILED');
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
  });
});
