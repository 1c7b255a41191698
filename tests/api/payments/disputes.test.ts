import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { dispute } from '#db/schema/index.ts';
import { balanceOf, type Charged, chargedBooking, fundSite, sumsOf } from '../../support/market/charged.ts';
import { type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';
import { person, send } from '../../support/servers/site.ts';

const DAY_S = 24 * 60 * 60 + 60;

let site: Payments;
let sale: Charged;

beforeAll(async () => {
  site = await startPayments();
  await fundSite(site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  sale = await chargedBooking(site);
});

async function disputed(terms: object = {}): Promise<string> {
  const { intent } = (await sale.paid()) ?? {};
  const { latest_charge: charge } = await site.sandbox.stripe.paymentIntents.retrieve(intent ?? '');
  const answer = await site.sandbox.control('dispute', { charge, ...terms });
  return z.object({ dispute: z.string() }).parse(answer).dispute;
}
const decide = (id: string, how: string) => site.sandbox.control('dispute', { dispute: id, decide: how });
const disputesOf = ({ id }: Charged) => site.db.select().from(dispute).where(eq(dispute.paymentId, id));

describe('A dispute', () => {
  it('takes back the streamer’s and the site’s shares, and Stripe’s fee', async () => {
    await disputed();
    await expect
      .poll(() => disputesOf(sale))
      .toMatchObject([{ status: 'needs_response', amount: 1_500, reversed: 1_275, feeBack: 225 }]);
    expect(await balanceOf(site, sale)).toBe(0);
    // Stripe takes 20 EUR for the dispute and 0.48 EUR for the charge.
    expect(await sumsOf(site, sale)).toEqual({ PAYER: 0, STREAMER: 0, PLATFORM: -2_048, STRIPE: 2_048 });
  });

  it('that is won pays the streamer again, once', async () => {
    const id = await disputed();
    await expect.poll(() => disputesOf(sale)).toMatchObject([{ reversed: 1_275 }]);
    await decide(id, 'won');
    await expect
      .poll(() => disputesOf(sale))
      .toMatchObject([{ status: 'won', returned: expect.stringMatching(/^tr_/) }]);
    await queueOn(site.db).send('stripe-sweep', {});
    expect(await balanceOf(site, sale)).toBe(1_275);
    expect(await sumsOf(site, sale)).toEqual({
      PAYER: -1_500,
      STREAMER: 1_275,
      PLATFORM: 225 - 2_048,
      STRIPE: 2_048,
    });
  });

  it('of a refunded payment costs only the site, which gets it back if it is won', async () => {
    const administrator = await person(site.db, ['ADMIN']);
    const body = { amount: 1_500, reason: 'The picture was dark.' };
    await send(site, `/api/payment/${sale.id}/refund`, { method: 'POST', as: administrator, body });
    await expect.poll(() => sumsOf(site, sale)).toMatchObject({ PAYER: 0, STREAMER: 0 });
    const id = await disputed();
    await expect
      .poll(() => sumsOf(site, sale))
      .toMatchObject({ PAYER: 1_500, PLATFORM: -48 - 1_500 - 2_000 });
    await decide(id, 'won');
    await expect.poll(() => sumsOf(site, sale)).toMatchObject({ PAYER: 0, PLATFORM: -48 - 2_000 });
    expect(await balanceOf(site, sale)).toBe(0);
  });

  it.each(['before', 'after'] as const)(
    'reverses the transfer once if the connection to Stripe is cut %s it',
    async (when) => {
      await site.sandbox.control('fail', { path: 'reversals$', when, times: 3, cut: true });
      await disputed();
      await expect.poll(() => disputesOf(sale)).toMatchObject([{ reversed: 1_275, feeBack: 225 }]);
      expect(await sumsOf(site, sale)).toMatchObject({ PAYER: 0, STREAMER: 0 });
      expect(await balanceOf(site, sale)).toBe(0);
    },
  );

  it('that is lost changes nothing more', async () => {
    const id = await disputed();
    await decide(id, 'lost');
    await expect
      .poll(() => disputesOf(sale))
      .toMatchObject([{ status: 'lost', reversed: 1_275, returned: null }]);
    expect(await balanceOf(site, sale)).toBe(0);
  });

  it('that is only an inquiry takes nothing', async () => {
    await disputed({ status: 'warning_needs_response' });
    await expect
      .poll(() => disputesOf(sale))
      .toMatchObject([{ status: 'warning_needs_response', reversal: null }]);
    expect(await balanceOf(site, sale)).toBe(1_275);
    expect(await sumsOf(site, sale)).toMatchObject({ PAYER: -1_500, STREAMER: 1_275 });
  });

  it('of a part takes that part', async () => {
    await disputed({ amount: 500 });
    await expect.poll(() => disputesOf(sale)).toMatchObject([{ amount: 500, reversed: 425, feeBack: 75 }]);
    expect(await balanceOf(site, sale)).toBe(850);
  });

  it.each([2, 3])('is handled once for events delivered %s times in reversed order', async (copies) => {
    await site.sandbox.control('events', { mode: 'hold', copies });
    const id = await disputed();
    await decide(id, 'won');
    await site.sandbox.control('events', { mode: 'deliver', release: 'reversed', copies: 1 });
    await expect.poll(() => disputesOf(sale)).toMatchObject([{ status: 'won', reversed: 1_275 }]);
    await expect.poll(() => sumsOf(site, sale)).toMatchObject({ PAYER: -1_500, STREAMER: 1_275 });
    expect(await balanceOf(site, sale)).toBe(1_275);
  });

  it('that is won stays with the site while the streamer cannot be paid', async () => {
    const id = await disputed();
    await expect.poll(() => disputesOf(sale)).toMatchObject([{ reversed: 1_275 }]);
    await site.sandbox.control('account', { account: sale.account, transfers: 'restricted' });
    await decide(id, 'won');
    const bySite = { PAYER: -1_500, STREAMER: 0, PLATFORM: 1_500 - 2_048 };
    await expect.poll(() => sumsOf(site, sale)).toMatchObject(bySite);
    await site.sandbox.control('account', { account: sale.account, transfers: 'active' });
    // Stripe repeats its refusal for the same key for a day. Only the sandbox's clock is moved, which is safe in the
    // last test.
    await site.sandbox.control('clock', { advance: DAY_S });
    await queueOn(site.db).send('stripe-sweep', {});
    await expect.poll(() => sumsOf(site, sale)).toMatchObject({ PAYER: -1_500, STREAMER: 1_275 });
    expect(await balanceOf(site, sale)).toBe(1_275);
  });
});
