import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { audit, dispute, ledger, refund } from '#db/schema/index.ts';
import { chargedBooking, fundSite } from '../../support/market/charged.ts';
import { bearer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';
import { person, send } from '../../support/servers/site.ts';

let site: Payments;
let administrator: { id: string; token: string };

beforeAll(async () => {
  site = await startPayments();
  await fundSite(site);
  administrator = await person(site.db, ['ADMIN']);
});
afterAll(() => site.stop());

const get = (query: string, as = administrator) =>
  new Client(site.server.url).call(`/admin/ledger.csv?${query}`, { headers: bearer(as.token) });
async function download(from: string, to: string) {
  const { status, bytes } = await get(`from=${from}&to=${to}`);
  expect(status).toBe(200);
  const [head = '', ...lines] = bytes.toString().split('\r\n').slice(0, -1);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])));
}
/** Sums by account and currency, in cents. */
function sumsOf(lines: readonly Partial<Record<string, string>>[]) {
  const sums: Record<string, number> = {};
  for (const { account, currency, amount } of lines) {
    const key = `${account} ${currency}`;
    sums[key] = (sums[key] ?? 0) + Math.round(Number(amount) * 100);
  }
  return sums;
}
async function ledgerSums() {
  const rows = await site.db
    .select({ account: ledger.account, currency: ledger.currency, sum: sql<string>`sum(${ledger.amount})` })
    .from(ledger)
    .groupBy(ledger.account, ledger.currency);
  return Object.fromEntries(
    rows.map(({ account, currency, sum }) => [`${account} ${currency}`, Number(sum)]),
  );
}

it('is downloaded whole, with the ledger’s sums and Stripe’s id of each movement', async () => {
  const [refunded, disputed] = [await chargedBooking(site), await chargedBooking(site)];
  await send(site, `/api/payment/${refunded.id}/refund`, {
    ...{ method: 'POST', as: administrator, body: { amount: 501, reason: 'It was dark.' } },
  });
  await expect.poll(() => site.db.select().from(refund)).toMatchObject([{ status: 'SUCCEEDED' }]);
  const intent = (await disputed.paid())?.intent ?? '';
  const { latest_charge: charge } = await site.sandbox.stripe.paymentIntents.retrieve(intent);
  await site.sandbox.control('dispute', { charge });
  await expect.poll(() => site.db.select().from(dispute)).toMatchObject([{ reversed: 1_275 }]);

  const lines = await download('2020-01-01', '2100-01-01');
  expect(lines).toHaveLength(await site.db.$count(ledger));
  expect(sumsOf(lines)).toEqual(await ledgerSums());
  const paid = await disputed.paid();
  const [made] = await site.db.select().from(dispute);
  expect(lines).toContainEqual({
    ...{
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      movement: 'dispute',
      account: 'STREAMER',
    },
    ...{ currency: 'EUR', amount: '-12.75', payment: paid?.id, booking: paid?.bookingId, request: '' },
    ...{ payer: paid?.payerId, streamer: paid?.payeeId, stripe_payment: intent, stripe_refund: '' },
    ...{ stripe_account: disputed.account, stripe_dispute: made?.stripeId, stripe_transfer: made?.reversal },
  });
  // After winning, the site has the money again, and the streamer is paid by another transfer.
  await site.sandbox.control('dispute', { dispute: made?.stripeId, decide: 'won' });
  await expect.poll(() => site.db.select().from(dispute)).toMatchObject([{ returned: expect.any(String) }]);
  const [won] = await site.db.select().from(dispute);
  const after = await download('2020-01-01', '2100-01-01');
  const transfersOf = (movement: string) =>
    new Set(after.flatMap((line) => (line.movement === movement ? [line.stripe_transfer] : [])));
  expect(transfersOf('dispute')).toEqual(new Set([won?.reversal]));
  expect(transfersOf('dispute-won')).toEqual(new Set(['']));
  expect(transfersOf('dispute-returned')).toEqual(new Set([won?.returned]));
  const [{ stripeId } = { stripeId: null }] = await site.db.select().from(refund);
  expect(lines).toContainEqual(
    expect.objectContaining({
      movement: 'refund',
      account: 'PAYER',
      amount: '5.01',
      stripe_refund: stripeId,
    }),
  );
  const [entry] = await site.db.select().from(audit).where(eq(audit.action, 'EXPORT'));
  expect(entry).toMatchObject({ actorId: administrator.id, after: { from: '2020-01-01', to: '2100-01-01' } });
});

it('contains the requested days in UTC, also if there are more lines than one read returns', async () => {
  const sale = await chargedBooking(site);
  // Several lines have the same instant, as those of one movement do.
  const at = sql`('2026-03-01T00:00:00Z'::timestamptz + (n / 3) * interval '1 microsecond')`;
  await site.db.transaction(async (tx) => {
    await tx.execute(sql`insert into ledger (tx_key, account, payment_id, currency, amount, at)
      select 'capture:' || k.id, a.account, ${sale.id}, 'EUR', a.amount, ${at}
      from (select n, gen_random_uuid() id from generate_series(0, 1299) n) k,
        (values ('PAYER', -7), ('STREAMER', 7)) a(account, amount)`);
    await tx.execute(sql`insert into ledger (tx_key, account, payment_id, currency, amount, at)
      select 'capture:' || k.id, a.account, ${sale.id}, 'EUR', a.amount, k.at
      from (values (gen_random_uuid(), '2026-02-28T23:59:59.999999Z'::timestamptz), (gen_random_uuid(), '2026-03-02T00:00:00Z')) k(id, at),
        (values ('PAYER', -1), ('STREAMER', 1)) a(account, amount)`);
  });
  const lines = await download('2026-03-01', '2026-03-01');
  expect(lines).toHaveLength(2_600);
  expect(
    new Set(lines.map(({ date, payment, account }) => `${date} ${payment} ${account}`)).size,
  ).toBeGreaterThan(800);
  expect(sumsOf(lines)).toEqual({ 'PAYER EUR': -1_300 * 7, 'STREAMER EUR': 1_300 * 7 });
  expect(await download('2026-03-02', '2026-03-02')).toHaveLength(2);
  expect(await download('2026-02-28', '2026-03-02')).toHaveLength(2_604);
  expect(await download('2026-03-03', '2026-03-03')).toEqual([]);
  expect(sumsOf(await download('2020-01-01', '2100-01-01'))).toEqual(await ledgerSums());
});

it('requires an administrator and valid days', async () => {
  const streamer = await person(site.db, ['PRODUCER']);
  expect(await get('from=2026-03-01&to=2026-03-01', streamer)).toMatchObject({ status: 302 });
  for (const query of ['', 'from=2026-03-01', 'from=2026-02-30&to=2026-03-01', 'from=x&to=y'])
    expect(await get(query)).toMatchObject({ status: 400 });
  const { status } = await new Client(site.server.url).call('/admin/payment', {
    headers: bearer(administrator.token),
  });
  expect(status).toBe(200);
});
