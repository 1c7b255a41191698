import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { z } from 'zod';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, card, ledger, payment } from '#db/schema/index.ts';
import { makeStreamer } from '../people/people.ts';
import { Mailbox } from '../servers/mailbox.ts';
import { makePayable, type Payments, saveCard, startPayments } from '../servers/payment-sandbox.ts';
import { send } from '../servers/site.ts';
import { makePerson, offerAnyTime, type Person } from './bookings.ts';

export const HOUR_MS = 3_600_000;

/** A test file's own site. Each test gets a new streamer, who offers 1 EUR a minute, and a new viewer. */
export function paidBookings() {
  let site: Payments;
  let mailbox: Mailbox;
  let streamer: Person;
  let viewer: Person;
  let account: string;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    site = await startPayments({ MAIL_FOLDER: mailbox.folder });
  });
  afterAll(async () => {
    await site.stop();
    await mailbox.close();
  });
  beforeEach(async () => {
    [streamer, viewer] = [await makePerson(site.db), await makePerson(site.db)];
    await makeStreamer(site.db, streamer.id);
    account = await makePayable(site, streamer.id);
    await offerAnyTime(site.db, streamer.id);
  });
  /** The current test's site and people. */
  const at = {
    get site() {
      return site;
    },
    get streamer() {
      return streamer;
    },
    get viewer() {
      return viewer;
    },
    get account() {
      return account;
    },
  };

  const post = (path: string, body: object = {}, as: Pick<Person, 'id' | 'token'> = viewer) =>
    send(site, path, { method: 'POST', as, body });

  /** Books half an hour, starting in some hours. */
  async function book(hours = 30, as = viewer) {
    const start = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString();
    const wanted = { producerId: streamer.id, slots: [start], amount: 3_000, currency: 'EUR' };
    return post('/api/booking', { ...wanted, clientKey: randomUUID() }, as);
  }
  async function booked(hours?: number): Promise<string> {
    const { status, body } = await book(hours);
    expect(status, JSON.stringify(body)).toBe(201);
    return z.object({ id: z.string() }).parse(body).id;
  }
  const pay = (id: string, body: object = {}) => post(`/api/booking/${id}/pay`, body);
  const change = (id: string, what: string, as = viewer, body: object = {}) =>
    post(`/api/booking/${id}/${what}`, body, as);
  async function paymentOf(bookingId: string) {
    const [row] = await site.db.select().from(payment).where(eq(payment.bookingId, bookingId));
    if (!row) throw new Error('no payment');
    return row;
  }
  async function bookingOf(id: string) {
    const [row] = await site.db.select().from(booking).where(eq(booking.id, id));
    return row;
  }
  const intentOf = async (id: string) =>
    site.sandbox.stripe.paymentIntents.retrieve((await paymentOf(id)).intent ?? '');
  const run = (job: string, id: string) => queueOn(site.db).send(job, { id });
  /** Runs the job that moves a booking's payment to its next state. */
  const move = async (id: string) => run('payment-move', (await paymentOf(id)).id);
  const past = (ms = 60_000) => new Date(Date.now() - ms);

  async function urlOf(id: string, body: object = {}): Promise<string> {
    const answer = await pay(id, body);
    return z.object({ url: z.string() }).parse(answer.body).url;
  }
  async function cardOf(last4: string): Promise<string> {
    const own = and(eq(card.userId, viewer.id), eq(card.last4, last4));
    const [row] = await site.db.select().from(card).where(own);
    return row?.id ?? '';
  }

  /** Creates a paid booking that the streamer has confirmed. */
  async function confirmed(hours?: number): Promise<string> {
    await saveCard(site, viewer);
    const id = await booked(hours);
    expect(await pay(id)).toMatchObject({ status: 200 });
    expect(await change(id, 'confirm', streamer)).toMatchObject({ status: 200 });
    return id;
  }

  /** Moves a booking's creation an hour back. */
  const age = (id: string) =>
    site.db
      .update(booking)
      .set({ createdAt: past(HOUR_MS) })
      .where(eq(booking.id, id));

  /** Waits for an email to someone. */
  const mailTo = ({ email }: Person, words: string): Promise<string> => mailbox.waitFor(email, words);

  /** All emails to someone so far. */
  const mailsTo = ({ email }: Person): Promise<string[]> => mailbox.to(email);

  /** The streamer's balance at Stripe. */
  const balanceOf = async () => {
    const { available } = await site.sandbox.stripe.balance.retrieve({}, { stripeAccount: account });
    return available[0]?.amount;
  };
  async function ledgerOf(id: string) {
    const { id: paymentId } = await paymentOf(id);
    const rows = await site.db.select().from(ledger).where(eq(ledger.paymentId, paymentId));
    return Object.fromEntries(rows.map(({ account: of, amount }) => [of, amount]));
  }

  return {
    at,
    post,
    book,
    booked,
    pay,
    change,
    paymentOf,
    bookingOf,
    intentOf,
    run,
    move,
    past,
    urlOf,
    cardOf,
    confirmed,
    age,
    mailTo,
    mailsTo,
    balanceOf,
    ledgerOf,
  };
}
