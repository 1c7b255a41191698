import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { card, payment, producerSetting, userBlock } from '#db/schema/index.ts';
import type { Person } from '../../support/market/bookings.ts';
import { callPeople, paymentOf, ring } from '../../support/market/requests.ts';
import { PASSWORD } from '../../support/people/members.ts';
import { setPassword } from '../../support/people/people.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';
import {
  block,
  bookViewer,
  call,
  change,
  idOf,
  moneyOf,
  post,
  read,
  rowOf,
  site,
  streamer,
  viewer,
} from './request-setting.ts';

describe('A streamer', () => {
  it('who takes no calls, or is in one, is busy: nothing is held', async () => {
    await post('/api/request/available', { available: false }, streamer);
    const none = await call();
    expect(none).toMatchObject({ status: 201, body: { status: 'BUSY' } });
    expect(await paymentOf(site, idOf(none.body))).toBeUndefined();
    await post('/api/request/available', { available: true }, streamer);
    const ringing = await ring(site, streamer, viewer);
    const other = await callPeople(site);
    expect(await call({}, other.viewer)).toMatchObject({ body: { status: 'BUSY' } });
    await change(ringing, 'accept', streamer);
    expect(await call({}, other.viewer)).toMatchObject({ body: { status: 'BUSY' } });
  });

  it('cannot be called by someone who is in a call', async () => {
    const other = await callPeople(site);
    await change(await ring(site, other.streamer, viewer), 'accept', other.streamer);
    const made = await call();
    expect(made).toMatchObject({ status: 201, body: { status: 'BUSY' } });
    expect(await paymentOf(site, idOf(made.body))).toBeUndefined();
  });

  it('cannot accept a call that has no time left: it fails, and nothing is charged', async () => {
    const id = await ring(site, streamer, viewer);
    await bookViewer(30_000);
    expect(await change(id, 'accept', streamer)).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ status: 'FAILED' });
    expect(await read(id, streamer)).toMatchObject({ status: 'FAILED' });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
  });

  it('who is called by two at once gets one call, and the other amount is released', async () => {
    const other = await callPeople(site);
    const [one, two] = [idOf((await call()).body), idOf((await call({}, other.viewer)).body)];
    const answers = await Promise.all([
      post(`/api/request/${one}/pay`),
      post(`/api/request/${two}/pay`, {}, other.viewer),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const states = [await rowOf(one), await rowOf(two)].map((row) => row?.status);
    expect(states.toSorted()).toEqual(['BUSY', 'RINGING']);
    const loser = states[0] === 'BUSY' ? one : two;
    await expect.poll(() => moneyOf(loser)).toBe('RELEASED');
  });

  it('cannot be called by people they blocked; blocking ends a ringing call', async () => {
    const id = await ring(site, streamer, viewer);
    await block();
    expect(await site.db.$count(userBlock, eq(userBlock.userId, streamer.id))).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'FAILED' });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await call()).toMatchObject({ status: 404 });
  });

  it('finds in the data download only calls that rang', async () => {
    const cancelled = idOf((await call()).body);
    expect(await change(cancelled, 'cancel')).toMatchObject({ status: 200 });
    const rang = await ring(site, streamer, viewer);
    expect(await change(rang, 'cancel')).toMatchObject({ status: 200 });
    const blocked = idOf((await call()).body);
    await block();
    expect(await rowOf(blocked)).toMatchObject({ status: 'FAILED' });
    const callsOf = async (as: Person) => {
      const { body } = await send(site, '/personal/data', { as });
      return z
        .object({ calls: z.array(z.object({ id: z.string() })) })
        .parse(body)
        .calls.map(({ id }) => id);
    };
    expect(await callsOf(streamer)).toEqual([rang]);
    expect((await callsOf(viewer)).toSorted()).toEqual([cancelled, rang, blocked].toSorted());
    for (const id of [cancelled, blocked])
      expect(await send(site, `/api/request/${id}`, { as: streamer })).toMatchObject({ status: 404 });
    expect(await read(rang, streamer)).toMatchObject({ status: 'CANCELLED' });
  });

  it('is no longer rung after the caller’s account is deleted', async () => {
    const id = await ring(site, streamer, viewer);
    await setPassword(site.db, viewer.id);
    const deletion = { method: 'DELETE', as: viewer, body: { password: PASSWORD } };
    expect(await send(site, `/api/user/${viewer.id}`, deletion)).toMatchObject({ status: 200 });
    expect(await rowOf(id)).toMatchObject({ status: 'FAILED', consumerId: null });
    await expect.poll(() => moneyOf(id)).toBe('RELEASED');
    expect(await site.db.$count(payment, eq(payment.requestId, id))).toBe(1);
  });

  it('can turn calls on and off, which others cannot', async () => {
    expect(await post('/api/request/available', { available: true }, viewer)).toMatchObject({ status: 403 });
    const until = async () => {
      const [row] = await site.db
        .select()
        .from(producerSetting)
        .where(eq(producerSetting.userId, streamer.id));
      return row?.availableUntil;
    };
    expect(await until()).not.toBeNull();
    const longer = () => post('/api/request/available', { available: true, onlyLonger: true }, streamer);
    expect(await longer()).toMatchObject({ status: 200 });
    await post('/api/request/available', { available: false }, streamer);
    expect(await until()).toBeNull();
    // Sent by a page that is still open.
    expect(await longer()).toMatchObject({ status: 409 });
    expect(await until()).toBeNull();
  });
});

describe('A request', () => {
  it('must have the current price, and a length that the streamer takes', async () => {
    expect(await call({ amount: 1_000 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', current: { amount: 2_000, currency: 'EUR' } },
    });
    expect(await call({ budgetMinutes: 61, amount: 12_200 })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'budgetMinutes' }] },
    });
    expect(await call({ currency: 'USD' })).toMatchObject({ status: 409, body: { code: 'NOT_PAYABLE' } });
    expect(await call({}, streamer)).toMatchObject({ status: 404 });
  });

  it('is refused after two unanswered calls in an hour', async () => {
    for (const _ of [1, 2]) {
      const id = await ring(site, streamer, viewer);
      await change(id, 'reject', streamer);
    }
    expect(await call()).toMatchObject({ status: 429 });
    // Cancelling a ringing call counts too; cancelling before it rings does not.
    const { viewer: other } = await callPeople(site);
    for (const _ of [1, 2]) await change(idOf((await call({}, other)).body), 'cancel', other);
    for (const _ of [1, 2]) await change(await ring(site, streamer, other), 'cancel', other);
    expect(await call({}, other)).toMatchObject({ status: 429 });
  });

  it('does not ring if the bank refuses the card, and rings with another one', async () => {
    const { viewer: poor } = await callPeople(site);
    await saveCard(site, poor, '4000000000000341');
    const id = idOf((await call({}, poor)).body);
    const cards = await site.db.select().from(card).where(eq(card.userId, poor.id));
    const cardOf = (last4: string) => cards.find((one) => one.last4 === last4)?.id;
    const refused = await post(`/api/request/${id}/pay`, { cardId: cardOf('0341') }, poor);
    expect(refused).toMatchObject({ status: 402, body: { code: 'CARD_REFUSED' } });
    expect(await read(id, poor)).toMatchObject({ status: 'PAYING' });
    expect(await post(`/api/request/${id}/pay`, { cardId: cardOf('4242') }, poor)).toMatchObject({
      status: 200,
    });
    expect(await read(id, poor)).toMatchObject({ status: 'RINGING' });
  });
});
