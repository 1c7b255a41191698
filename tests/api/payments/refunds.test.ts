import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { audit, payment, refund } from '#db/schema/index.ts';
import { balanceOf, type Charged, chargedBooking, sumsOf } from '../../support/market/charged.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';
import { person, send } from '../../support/servers/site.ts';

let site: Payments;
let mailbox: Mailbox;
let administrator: { id: string; token: string };

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startPayments({ MAIL_FOLDER: mailbox.folder });
  administrator = await person(site.db, ['ADMIN']);
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const give = (id: string, amount: number, as = administrator, reason = 'The picture was dark.') =>
  send(site, `/api/payment/${id}/refund`, { method: 'POST', as, body: { amount, reason } });
const refundsOf = ({ id }: Charged) => site.db.select().from(refund).where(eq(refund.paymentId, id));
describe('A refund', () => {
  let sale: Charged;
  beforeEach(async () => {
    sale = await chargedBooking(site);
  });

  it('returns a part, and then the rest, with the shares of the streamer and the site', async () => {
    expect(await give(sale.id, 501)).toMatchObject({ status: 200, body: { refunded: 501, captured: 1_500 } });
    await expect.poll(() => refundsOf(sale)).toMatchObject([{ status: 'SUCCEEDED', amount: 501 }]);
    // 501 of 1500 returns 75.15 of the fee of 225, rounded.
    expect(await sumsOf(site, sale)).toEqual({
      PAYER: -999,
      STREAMER: 1_275 - 426,
      PLATFORM: 177 - 75,
      STRIPE: 48,
    });
    expect(await balanceOf(site, sale)).toBe(1_275 - 426);
    expect(await mailbox.waitFor(sale.viewer.email, 'Refund: €5.01')).toContain('€5.01 of €15.00');
    expect(await give(sale.id, 999)).toMatchObject({ status: 200, body: { refunded: 1_500 } });
    await expect
      .poll(async () => (await refundsOf(sale)).map(({ status }) => status))
      .toEqual(['SUCCEEDED', 'SUCCEEDED']);
    expect(await sumsOf(site, sale)).toEqual({ PAYER: 0, STREAMER: 0, PLATFORM: -48, STRIPE: 48 });
    expect(await balanceOf(site, sale)).toBe(0);
    await mailbox.waitFor(sale.streamer.email, 'Refund: €15.00');
    const [entry] = await site.db.select().from(audit).where(eq(audit.rowId, sale.id));
    expect(entry).toMatchObject({ action: 'REFUND', entity: 'payment', actorId: administrator.id });
  });

  it('cannot exceed the charge, also in total of concurrent ones', async () => {
    expect(await give(sale.id, 1_501)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'amount' }] },
    });
    const answers = await Promise.all([1, 2, 3, 4].map(() => give(sale.id, 500)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400]);
    await expect
      .poll(async () => (await refundsOf(sale)).map(({ status }) => status))
      .toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
    expect(await balanceOf(site, sale)).toBe(0);
    expect(await sumsOf(site, sale)).toMatchObject({ PAYER: 0, STREAMER: 0 });
  });

  it('requires an administrator, a reason, and a charge', async () => {
    for (const as of [sale.viewer, sale.streamer])
      expect(await give(sale.id, 100, as)).toMatchObject({ status: 403 });
    expect(await give(sale.id, 100, administrator, ' ')).toMatchObject({ status: 400 });
    expect(await give(randomUUID(), 100)).toMatchObject({ status: 404 });
    await site.db
      .update(payment)
      .set({ status: 'RELEASED', captured: 0, fee: 0 })
      .where(eq(payment.id, sale.id));
    expect(await give(sale.id, 100)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it.each(['before', 'after'] as const)(
    'is made once if the connection to Stripe is cut %s it',
    async (when) => {
      await site.sandbox.control('fail', { path: 'refunds$', method: 'POST', when, times: 3, cut: true });
      await give(sale.id, 500);
      const again = async () => {
        for (const { id } of await refundsOf(sale)) await queueOn(site.db).send('payment-refund', { id });
        return refundsOf(sale);
      };
      await expect.poll(again, { interval: 500 }).toMatchObject([{ status: 'SUCCEEDED' }]);
      expect(await balanceOf(site, sale)).toBe(1_275 - 425);
    },
  );

  it('that the bank refuses is marked as failed, and its money returns to the site', async () => {
    await give(sale.id, 500);
    await expect.poll(() => refundsOf(sale)).toMatchObject([{ status: 'SUCCEEDED' }]);
    const [made] = await refundsOf(sale);
    await site.sandbox.control('refund', { fail: made?.stripeId });
    await expect.poll(() => refundsOf(sale)).toMatchObject([{ status: 'FAILED' }]);
    expect(await sale.paid()).toMatchObject({ refunded: 0 });
    expect(await sumsOf(site, sale)).toEqual({
      PAYER: -1_500,
      STREAMER: 850,
      PLATFORM: 177 - 75 + 500,
      STRIPE: 48,
    });
  });

  it('of a disputed payment fails', async () => {
    const { latest_charge: charge } = await site.sandbox.stripe.paymentIntents.retrieve(
      (await sale.paid())?.intent ?? '',
    );
    await site.sandbox.control('dispute', { charge });
    await give(sale.id, 500);
    await expect.poll(() => refundsOf(sale)).toMatchObject([{ status: 'FAILED', stripeId: null }]);
    expect(await sale.paid()).toMatchObject({ refunded: 0 });
    // The dispute returns the money instead.
    await expect.poll(() => sumsOf(site, sale)).toMatchObject({ PAYER: 0, STREAMER: 0 });
  });
});
