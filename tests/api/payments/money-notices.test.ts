import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { audit, dispute, notification, payment, user } from '#db/schema/index.ts';
import { SAMPLES } from '../../support/contract/samples.ts';
import { type Charged, chargedBooking, fundSite } from '../../support/market/charged.ts';
import { makeUser, signIn, unique } from '../../support/people/people.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';
import { type Person, send } from '../../support/servers/site.ts';

let site: Payments;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startPayments({ MAIL_FOLDER: mailbox.folder });
  await fundSite(site);
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const mailTo = ({ email }: { email: string }, words: string) => mailbox.waitFor(email, words);
const kindsOf = async ({ id }: { id: string }) =>
  (await site.db.select().from(notification).where(eq(notification.userId, id))).map(({ kind }) => kind);

async function administrator() {
  const email = `${unique('admin')}@example.org`;
  const id = await makeUser(site.db, { email }, ['ADMIN']);
  await site.db.update(user).set({ emailVerifiedAt: new Date() }).where(eq(user.id, id));
  return { id, email, token: await signIn(site.db, id) };
}

async function disputed(sale: Charged, status = 'needs_response'): Promise<string> {
  const { intent } = (await sale.paid()) ?? {};
  const { latest_charge: charge } = await site.sandbox.stripe.paymentIntents.retrieve(intent ?? '');
  const answer = await site.sandbox.control('dispute', { charge, status });
  return z.object({ dispute: z.string() }).parse(answer).dispute;
}

describe('About a dispute', () => {
  it.each([
    ['won', 'You get your part of a disputed payment again', 'You get your part of it, €12.75, again.'],
    ['lost', 'A disputed payment was given back', 'Your part of it, €12.75, stays taken'],
  ] as const)(
    'that is %s, the streamer and administrators are notified when it opens and closes',
    async (how, words, part) => {
      const admin = await administrator();
      const sale = await chargedBooking(site);
      const id = await disputed(sale);
      const opened = await mailTo(sale.streamer, 'A payment for your call is disputed: €15.00');
      expect(opened).toContain(`/personal/booking/${sale.bookingId}`);
      expect(opened).toContain('Your part of it, €12.75, is taken');
      const mail = await mailTo(admin, 'Answer a dispute: €15.00');
      const [row] = await site.db.select().from(dispute).where(eq(dispute.stripeId, id));
      expect(mail).toContain(`/admin/dispute/${row?.id}`);
      expect(await kindsOf(sale.streamer)).toContain('DISPUTE_OPENED');
      await site.sandbox.control('dispute', { dispute: id, decide: how });
      expect(await mailTo(sale.streamer, words)).toContain(part);
      await mailTo(admin, `A dispute is closed: ${how}`);
      expect(await kindsOf(sale.streamer)).toContain('DISPUTE_CLOSED');
    },
  );

  it('that is only an inquiry, only administrators are notified', async () => {
    const admin = await administrator();
    const sale = await chargedBooking(site);
    await disputed(sale, 'warning_needs_response');
    await mailTo(admin, 'Answer a dispute: €15.00');
    expect(await kindsOf(sale.streamer)).not.toContain('DISPUTE_OPENED');
  });

  it('the bank is answered on the dispute’s page, once', async () => {
    const admin = await administrator();
    const sale = await chargedBooking(site);
    const id = await disputed(sale);
    await mailTo(admin, 'Answer a dispute');
    const [row] = await site.db.select().from(dispute).where(eq(dispute.stripeId, id));
    const path = `/admin/dispute/${row?.id}`;
    const page = await send(site, path, { as: admin });
    expect(page.bytes.toString()).toContain('Cancelled late by the customer');
    const answer = (text: string) =>
      send(site, path, {
        method: 'POST',
        as: admin,
        body: new URLSearchParams({ intent: 'answerDispute', text }),
      });
    expect(await answer('')).toMatchObject({ status: 400 });
    expect(await answer('They had agreed to the terms.')).toMatchObject({ status: 302 });
    await expect
      .poll(() => site.sandbox.stripe.disputes.retrieve(id))
      .toMatchObject({
        status: 'under_review',
        evidence: { uncategorized_text: 'They had agreed to the terms.', service_date: expect.any(String) },
      });
    expect(await answer('And more.')).toMatchObject({ status: 409 });
    const shown = async () => (await send(site, path, { as: admin })).bytes.toString();
    await expect.poll(shown).toContain('Banks take an answer once.');
  });
});

describe('Over the API', () => {
  const post = (path: string, body: object, as: Person) => send(site, path, { method: 'POST', as, body });
  const missing = randomUUID();

  it('only administrators can answer a dispute, once', async () => {
    const admin = await administrator();
    const sale = await chargedBooking(site);
    const stripeId = await disputed(sale);
    await mailTo(admin, 'Answer a dispute');
    const [row] = await site.db.select().from(dispute).where(eq(dispute.stripeId, stripeId));
    const answer = (body: object, as: Person = admin, id = row?.id) =>
      post(`/api/dispute/${id}/answer`, body, as);
    const text = 'They had agreed to the terms.';
    expect(await answer({ text }, sale.streamer)).toMatchObject({ status: 403 });
    expect(await answer({ text }, sale.streamer, missing)).toMatchObject({ status: 403 });
    expect(await answer({ text }, admin, missing)).toMatchObject({ status: 404 });
    expect(await answer({})).toMatchObject({ status: 400 });
    expect(await answer({ text })).toMatchObject({ status: 200, body: { stripeId } });
    expect(await answer({ text })).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    await expect
      .poll(() => site.sandbox.stripe.disputes.retrieve(stripeId))
      .toMatchObject({ evidence: { uncategorized_text: text, service_date: expect.any(String) } });
  });

  it('only administrators can decide a suspended streamer’s charge, once', async () => {
    const admin = await administrator();
    const sale = await chargedBooking(site);
    const id = await SAMPLES.payment.make(site.db, admin.id);
    const suspended = { suspendedAt: new Date(), suspensionReason: 'You sent advertisements.' };
    const payeeId = await makeUser(site.db, suspended);
    const held = { payeeId, status: 'HELD', toCapture: 1_000 } as const;
    await site.db.update(payment).set(held).where(eq(payment.id, id));
    const decide = (body: object, as: Person = admin, of = id) =>
      post(`/api/payment/${of}/approval`, body, as);
    const decision = 'chargeNothing';
    expect(await decide({ decision }, sale.streamer)).toMatchObject({ status: 403 });
    expect(await decide({ decision }, admin, missing)).toMatchObject({ status: 404 });
    expect(await decide({ decision: 'keep' })).toMatchObject({ status: 400 });
    expect(await decide({ decision })).toMatchObject({ status: 200, body: { id } });
    expect(await decide({ decision: 'payOut' })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    expect(await site.db.select().from(audit).where(eq(audit.rowId, id))).toMatchObject([
      { action: 'DECIDE', actorId: admin.id, after: { approved: false } },
    ]);
  });
});

describe('Streamers from whom Stripe requires details', () => {
  it('are notified, again if it requires more later', async () => {
    const { streamer, account } = await chargedBooking(site);
    const wants = (...due: string[]) => site.sandbox.control('account', { account, due });
    await wants('representative.dob');
    expect(await mailTo(streamer, 'Stripe needs details before you can earn')).toContain('/personal/payout');
    expect(await kindsOf(streamer)).toContain('PAYOUT');
    const isOwn = and(eq(notification.userId, streamer.id), eq(notification.kind, 'PAYOUT'));
    const [first] = await site.db.select().from(notification).where(isOwn);
    const shown = await send(site, `/api/notification/${first?.id}`, { as: streamer });
    expect(shown.body).toMatchObject({ kind: 'PAYOUT', address: '/personal/payout' });
    await wants();
    await expect.poll(() => kindsOf(streamer)).not.toContain('PAYOUT');
    await wants('representative.dob');
    await expect.poll(() => kindsOf(streamer)).toContain('PAYOUT');
  });
});
