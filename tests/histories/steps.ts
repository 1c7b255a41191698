import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { z } from 'zod';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { card, payment } from '#db/schema/index.ts';
import { feesSchema, type Price, ProtocolError, priceSchema } from '#protocol/errors.ts';
import type { Person } from '../support/market/bookings.ts';
import { fillIn, giveCard } from '../support/servers/payment-sandbox.ts';
import type { History, Sale } from './history.ts';
import { runJobs, runOnce, runScheduled } from './jobs.ts';
import { meet } from './meet.ts';
import { see } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const PAGE = 'http://localhost/pay';

const CARDS = {
  good: '4242424242424242',
  bank: '4000002760003184',
  present: '4000003800000446',
  declined: '4000000000000341',
  disputed: '4000000000000259',
};
type CardName = keyof typeof CARDS;

/**
 * A kind of step: its parameters and its action. A step that does not fit the current state is refused or does nothing.
 */
type Kind<Of> = { weight: number; of: fc.Arbitrary<Of>; take(history: History, step: Of): Promise<unknown> };

const kind = <Of>(weight: number, of: fc.Arbitrary<Of>, take: Kind<Of>['take']): Kind<Of> => ({
  weight,
  of,
  take,
});

/** Which sale: mostly the newest. */
const nth = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) });
const who = fc.nat(1);

const HOURS = [3, 4, 10, 20, 24, 25, 26, 30, 47, 48, 50, 70, 100, 200];

/** The payer's address, for rate limits, and the site's origin. */
const FROM = { address: '198.18.0.1', origin: 'http://localhost' };

async function book(history: History, payer: Person, hours: number, halves: number): Promise<void> {
  const half = 30 * MINUTE_MS;
  const start = Math.ceil(Date.now() / half) * half + hours * HOUR_MS;
  const slots = Array.from({ length: halves }, (_, n) => new Date(start + n * half).toISOString());
  const amount = history.setting.priceMinor * 30 * halves;
  const wanted = { producerId: history.streamer.id, slots, amount, currency: 'EUR' as const };
  const id = await history.ask('book', payer, (viewer) =>
    history.world.product.book(viewer, { ...wanted, clientKey: randomUUID() }, FROM),
  );
  if (id) history.sales.push({ kind: 'booking', id, payer });
}

async function call(history: History, payer: Person, budgetMinutes: number): Promise<void> {
  const { product } = history.world;
  const open = (viewer: SignedIn) => product.setAvailable(viewer, true);
  await history.ask('available', history.streamer, open, 'STREAM');
  const amount = history.setting.priceMinor * budgetMinutes;
  const wanted = { producerId: history.streamer.id, budgetMinutes, amount, currency: 'EUR' as const };
  const id = await history.ask('call', payer, (viewer) =>
    product.callStreamer(viewer, { ...wanted, clientKey: randomUUID() }),
  );
  if (id) history.sales.push({ kind: 'request', id, payer });
}

async function pay(history: History, index: number, card: CardName, bank: string): Promise<void> {
  const sale = history.sale(index);
  if (!sale) return;
  const { product } = history.world;
  const cardId = await cardOf(history, sale, card);
  const paying = sale.kind === 'booking' ? product.pay : product.payRequest;
  const page = await history.ask(`pay ${sale.kind}`, sale.payer, (viewer) =>
    paying(viewer, sale.id, cardId, '127.0.0.1', PAGE),
  );
  if (!page || bank === 'close') return;
  await fillIn(page, { answer: bank });
  see(history.world, `bank: ${bank}`);
}

const budget = fc.constantFrom(1, 5, 10, 60);
const halves = fc.integer({ min: 1, max: 3 });
const anyCard = fc.oneof(
  { weight: 5, arbitrary: fc.constant<CardName>('good') },
  { weight: 4, arbitrary: fc.constantFrom<CardName>('bank', 'present', 'declined', 'disputed') },
);
const paying = { card: anyCard, bank: fc.constantFrom('pass', 'pass', 'fail', 'close') };
const meeting = {
  seconds: fc.oneof(fc.constantFrom(0, 29, 30, 31, 100_000), fc.nat(3_600)),
  missed: fc.oneof(fc.constant(0), fc.nat(1_800)),
  absent: fc.constantFrom(null, null, null, 'PRODUCER', 'CONSUMER'),
  /** Whether jobs run in time until the start, or late. */
  inTime: fc.constantFrom(true, true, true, false),
};

export const KINDS = {
  book: kind(3, fc.record({ who, hours: fc.constantFrom(...HOURS), halves }), (history, step) =>
    book(history, history.payer(step.who), step.hours, step.halves),
  ),
  call: kind(2, fc.record({ who, minutes: budget }), (history, step) =>
    call(history, history.payer(step.who), step.minutes),
  ),
  pay: kind(5, fc.record({ nth, ...paying }), (history, step) =>
    pay(history, step.nth, step.card, step.bank),
  ),
  /** Books, pays and has the streamer confirm, if nothing fails. */
  deal: kind(
    6,
    fc.record({ who, hours: fc.constantFrom(...HOURS), halves, ...paying }),
    async (history, step) => {
      await book(history, history.payer(step.who), step.hours, step.halves);
      await pay(history, 0, step.card, step.bank);
      await history.deliverEvents({ release: 'in-order' });
      await runJobs(history);
      await change(history, 0, 'confirm', true);
    },
  ),
  /** A booking that is delivered and charged, if nothing fails. */
  sold: kind(
    3,
    fc.record({ who, halves, card: anyCard, ...meeting }),
    async (history, { who: whose, card: paidWith, ...step }) => {
      await book(history, history.payer(whose), 4, step.halves);
      await pay(history, 0, paidWith, 'pass');
      await history.deliverEvents({ release: 'in-order' });
      await runJobs(history);
      await change(history, 0, 'confirm', true);
      await meet(history, 0, step);
      await runJobs(history, 0, new Date(Date.now() + 30 * HOUR_MS));
    },
  ),
  /** A call that is paid and takes place, if nothing fails. */
  talk: kind(4, fc.record({ who, minutes: budget, ...paying, ...meeting }), async (history, step) => {
    await call(history, history.payer(step.who), step.minutes);
    await pay(history, 0, step.card, step.bank);
    await history.deliverEvents({ release: 'in-order' });
    await runJobs(history);
    await change(history, 0, 'confirm', true);
    await meet(history, 0, step);
    await runScheduled(history, 'stream-settle');
  }),
  /** The payment's page is opened, which reads its state from Stripe. */
  look: kind(2, fc.record({ nth }), async (history, step) => {
    const paid = await paymentOf(history, history.sale(step.nth));
    if (paid) await history.ask('look', history.streamer, () => history.world.product.refreshPayment(paid));
  }),
  confirm: kind(5, fc.record({ nth }), (history, step) => change(history, step.nth, 'confirm', true)),
  reject: kind(1, fc.record({ nth }), (history, step) => change(history, step.nth, 'reject', true)),
  cancel: kind(3, fc.record({ nth, byStreamer: fc.boolean() }), (history, step) =>
    change(history, step.nth, 'cancel', step.byStreamer),
  ),
  /** The two people meet, if the sale is agreed, and the call is counted. */
  meet: kind(6, fc.record({ nth, ...meeting }), (history, step) => meet(history, step.nth, step)),
  wait: kind(
    6,
    fc.record({
      minutes: fc.constantFrom<number[]>(1, 2, 11, 16, 61, 150, 600, 1_441, 1_600, 2_900, 5_000, 12_000),
      inTime: fc.boolean(),
    }),
    async (history, { minutes, inTime }) => {
      const until = new Date(Date.now() + minutes * MINUTE_MS);
      if (inTime) await runJobs(history, 0, until);
      await history.wait(Math.max(0, until.getTime() - Date.now()));
    },
  ),
  jobs: kind(6, fc.record({ order: fc.nat(1_000) }), (history, { order }) => runJobs(history, order)),
  oneJob: kind(3, fc.record({ nth: fc.nat(20) }), (history, step) => runOnce(history, step.nth)),
  sweep: kind(1, fc.constant({}), (history) => runScheduled(history, 'stripe-sweep')),
  settle: kind(2, fc.constant({}), (history) => runScheduled(history, 'stream-settle')),
  events: kind(
    4,
    fc.record({
      release: fc.constantFrom('in-order', 'reversed', 'shuffled'),
      copies: fc.constantFrom(1, 1, 2),
      seed: fc.nat(1_000),
    }),
    (history, step) => history.deliverEvents(step),
  ),
  /** Events are dropped or delivered from then on. */
  loseEvents: kind(1, fc.record({ mode: fc.constantFrom('drop', 'hold') }), (history, step) =>
    history.world.sandbox.control('events', step),
  ),
  refund: kind(
    4,
    fc.record({ nth, part: fc.oneof(fc.constant(100), fc.integer({ min: 1, max: 100 })) }),
    async (history, step) => {
      const paid = await paymentOf(history, history.sale(step.nth));
      const amount = paid && Math.ceil((paid.captured * step.part) / 100);
      if (!paid || !amount) return;
      const reason = 'It was dark.';
      const give = (viewer: SignedIn) =>
        history.world.product.refundPayment(viewer, paid.id, { amount, reason });
      await history.ask('refund', history.streamer, give, 'ADMINISTER');
    },
  ),
  refundFails: kind(1, fc.record({ nth, refund: fc.nat(3) }), async (history, step) => {
    const { stripe, control } = await history.repaired();
    const intent = (await paymentOf(history, history.sale(step.nth)))?.intent;
    if (!intent) return;
    const { data } = await stripe.refunds.list({ payment_intent: intent });
    const found = data[step.refund];
    if (found) await control('refund', { fail: found.id });
  }),
  dispute: kind(
    3,
    fc.record({
      nth,
      part: fc.constantFrom<number[]>(100, 100, 37),
      status: fc.constantFrom('needs_response', 'needs_response', 'warning_needs_response'),
    }),
    async (history, step) => {
      const { stripe, control } = await history.repaired();
      const paid = await paymentOf(history, history.sale(step.nth));
      if (!paid?.intent) return;
      const { latest_charge } = await stripe.paymentIntents.retrieve(paid.intent, {
        expand: ['latest_charge'],
      });
      if (typeof latest_charge !== 'object' || !latest_charge?.captured || latest_charge.disputed) return;
      const amount = Math.ceil((latest_charge.amount_captured * step.part) / 100);
      const opened = await control('dispute', { charge: latest_charge.id, amount, status: step.status });
      history.disputes.push(z.object({ dispute: z.string() }).parse(opened).dispute);
      see(history.world, `dispute: ${step.status}`);
    },
  ),
  decide: kind(
    2,
    fc.record({ nth, decide: fc.constantFrom('won', 'won', 'lost') }),
    async (history, step) => {
      const id = history.disputes[history.disputes.length - 1 - step.nth];
      if (!id) return;
      const { stripe, control } = await history.repaired();
      const { status } = await stripe.disputes.retrieve(id);
      if (['won', 'lost', 'warning_closed'].includes(status)) return;
      const decide = status.startsWith('warning') ? 'warning_closed' : step.decide;
      await control('dispute', { dispute: id, decide });
      see(history.world, `dispute: ${decide}`);
    },
  ),
  /** The bank releases a hold. */
  lose: kind(2, fc.record({ nth }), async (history, step) => {
    const { stripe } = await history.repaired();
    const intent = (await paymentOf(history, history.sale(step.nth)))?.intent;
    if (!intent || (await stripe.paymentIntents.retrieve(intent)).status !== 'requires_capture') return;
    await stripe.paymentIntents.cancel(intent);
    see(history.world, 'hold lost');
  }),
  /** Makes Stripe's next requests fail. */
  fail: kind(
    4,
    fc.record({
      times: fc.constantFrom(1, 3, 3, 4),
      path: fc.constantFrom(
        '',
        'payment_intents$',
        '/confirm$',
        '/capture$',
        '/cancel$',
        'refunds$',
        'reversals$',
        'transfers$',
        'disputes/',
      ),
      when: fc.constantFrom('before', 'after'),
      status: fc.constantFrom(null, null, 409, 429, 500),
      remember: fc.boolean(),
    }),
    async (history, { status, remember, ...step }) => {
      const how = status === null ? { cut: true } : { status, remember: remember && status === 500 };
      await history.world.sandbox.control('fail', { ...step, ...how });
      history.isDisturbed = true;
    },
  ),
  /** The site crashes after a number of database statements. */
  crash: kind(4, fc.record({ steps: fc.nat(30) }), async (history, step) => {
    history.world.fuse.light(step.steps);
  }),
  account: kind(
    1,
    fc.record({ transfers: fc.constantFrom('restricted', 'active') }),
    async (history, step) => {
      await history.world.sandbox.control('account', { account: history.account, ...step });
      history.isDisturbed = true;
    },
  ),
  block: kind(1, fc.record({ who, byStreamer: fc.boolean() }), async (history, step) => {
    const payer = history.payer(step.who);
    const [by, other] = step.byStreamer ? [history.streamer, payer] : [payer, history.streamer];
    if (!step.byStreamer) await history.noteLeaving(payer);
    await history.ask('block', by, async (viewer) => {
      const blocking = (fees: Price[]) => history.world.product.blockByName(viewer, other.username, fees);
      await blocking([]).catch((error: unknown) => {
        if (!(error instanceof ProtocolError && error.code === 'PRICE_CHANGED')) throw error;
        return blocking(z.object({ fees: feesSchema }).parse(error.current).fees);
      });
    });
  }),
  /** A payer or the streamer deletes their account. */
  leave: kind(1, fc.record({ who: fc.nat(2) }), async (history, step) => {
    const { deleteRow, userEntity } = history.world.product;
    const person = step.who === 2 ? history.streamer : history.payer(step.who);
    if (step.who !== 2) await history.noteLeaving(person);
    await history.ask('leave', person, (viewer) => deleteRow(userEntity, viewer, person.id));
  }),
};

async function change(history: History, index: number, name: string, byStreamer: boolean): Promise<void> {
  const sale = history.sale(index);
  if (!sale) return;
  const { product } = history.world;
  const by = byStreamer ? history.streamer : sale.payer;
  if (name === 'cancel' && !byStreamer) await history.noteCancelling(sale.id);
  if (sale.kind === 'booking')
    await history.ask(`${name} booking`, by, async (viewer) => {
      const changing = (fee: number) => product.changeBooking(viewer, name, sale.id, fee);
      await changing(0).catch((error: unknown) => {
        if (!(error instanceof ProtocolError && error.code === 'PRICE_CHANGED')) throw error;
        return changing(priceSchema.parse(error.current).amount);
      });
    });
  else
    await history.ask(`${name} request`, by, (viewer) =>
      product.changeRequest(viewer, name === 'confirm' ? 'accept' : name, sale.id),
    );
}

/** Id of a payer's card, which is saved at its first use. */
async function cardOf(history: History, { payer }: Sale, name: CardName): Promise<string | undefined> {
  const { product, db } = history.world;
  const number = CARDS[name];
  const known = history.cards.get(payer.id + number);
  if (known) return known;
  const url = await history.ask('card', payer, (viewer) => product.startCard(viewer, PAGE));
  if (!url) return undefined;
  const back = await giveCard(url, number);
  if (!back.startsWith(PAGE)) await fillIn(back, { answer: 'pass' });
  await history.ask('card read', payer, () => product.refreshCards({ userId: payer.id }));
  const own = and(eq(card.userId, payer.id), eq(card.last4, number.slice(-4)));
  const [row] = await db.select().from(card).where(own);
  if (row) history.cards.set(payer.id + number, row.id);
  return row?.id;
}

/** The payment of a sale, if it has one. */
export async function paymentOf({ world: { db } }: History, sale: Sale | undefined) {
  if (!sale) return undefined;
  const of = sale.kind === 'booking' ? payment.bookingId : payment.requestId;
  const [row] = await db.select().from(payment).where(eq(of, sale.id));
  return row;
}
