import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { momentIn, spanIn } from '#app/i18n/moments.ts';
import { queueOn } from '#app/platform/jobs/job.server.ts';
import { booking, producerSetting, user } from '#db/schema/index.ts';
import {
  calendarFields,
  calendarTime,
  endAt,
  makePerson,
  offerTime,
  type Person,
  startAt,
  timeZone,
} from '../../support/market/bookings.ts';
import { bearer } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import {
  makePayable,
  type Payments,
  payFor,
  saveCard,
  startPayments,
} from '../../support/servers/payment-sandbox.ts';
import { person } from '../../support/servers/site.ts';

let site: Payments;
let mailbox: Mailbox;
let admin: Pick<Person, 'token'>;
/** Reads Spanish. */
let streamer: Person;
/** Reads English, in New York. */
let viewer: Person;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startPayments({ MAIL_FOLDER: mailbox.folder });
  admin = await person(site.db, ['ADMIN']);
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});
beforeEach(async () => {
  streamer = await makePerson(site.db, { language: 'SPANISH' });
  viewer = await makePerson(site.db);
  await offerTime(site.db, streamer.id);
  await makePayable(site, streamer.id);
  await saveCard(site, viewer);
});

const newYork = 'America/New_York';

const ask = (path: string, as: Pick<Person, 'token'>, body?: unknown, method?: string): Promise<Answer> =>
  new Client(site.server.url).call(path, { method, body, headers: bearer(as.token) });
const change = (id: string, what: string, as: Person) => ask(`/api/booking/${id}/${what}`, as, {});

async function unpaid(more: object = { timeZone: newYork }): Promise<string> {
  const wanted = { slots: [new Date(startAt).toISOString()], amount: 7_500, currency: 'EUR' };
  const body = { producerId: streamer.id, clientKey: randomUUID(), ...wanted, ...more };
  const answer = await ask('/api/booking', viewer, body);
  expect(answer.status).toBe(201);
  return z.object({ id: z.string() }).parse(answer.body).id;
}

async function booked(more?: object): Promise<string> {
  const id = await unpaid(more);
  await payFor(site, id, viewer);
  return id;
}

async function confirmed(): Promise<string> {
  const id = await booked();
  expect(await change(id, 'confirm', streamer)).toMatchObject({ status: 200 });
  return id;
}

const remove = ({ id }: Person) => ask(`/api/user/${id}`, admin, undefined, 'DELETE');

/** Waits until all due jobs are done. */
async function settled(): Promise<void> {
  const due = sql`select count(*)::int as count from pgboss.job where (name like 'booking-%' or name = 'email-send')
    and state in ('created', 'active', 'retry') and start_after <= now()`;
  await expect.poll(async () => (await site.db.execute(due))[0]?.count).toBe(0);
}

type Seen = { about: string; text: string; calendar: Record<string, string> | null };

/** A person's emails about bookings, oldest first; `about` is the subject up to the time. */
async function mailsTo({ email }: Person): Promise<Seen[]> {
  await settled();
  return (await mailbox.to(email)).map((mail) => {
    const [text = '', content] = mail.split('BEGIN:VCALENDAR');
    return {
      about: /^Subject: (.*?): /m.exec(text)?.[1] ?? text,
      text,
      calendar: content === undefined ? null : calendarFields(content),
    };
  });
}

/** To the customer, while the streamer has not confirmed. */
const REQUESTED = 'Requested, not booked yet';

const subjects = async (of: Person) => (await mailsTo(of)).map(({ about }) => about).toSorted();

async function mailAbout(about: string, to: Person): Promise<Seen> {
  const found = (await mailsTo(to)).filter((mail) => mail.about === about);
  expect(found).toHaveLength(1);
  return found[0] ?? { about, text: '', calendar: null };
}

it('an unpaid booking is emailed to no one, also when it ends', async () => {
  const id = await unpaid();
  const timeout = () => queueOn(site.db).send('booking-pay-timeout', { id });
  const statusOf = async () => (await site.db.select().from(booking).where(eq(booking.id, id)))[0]?.status;
  await timeout();
  await settled();
  expect(await statusOf()).toBe('PAYING');
  await site.db.update(booking).set({ payBy: sql`now()` }).where(eq(booking.id, id));
  await timeout();
  await expect.poll(statusOf).toBe('CANCELLED');
  expect([...(await mailsTo(streamer)), ...(await mailsTo(viewer))]).toEqual([]);
});

it('a waiting booking is emailed to both, in their languages and time zones', async () => {
  const id = await booked();
  const { text, calendar } = await mailAbout('Solicitud de reserva', streamer);
  expect(text).toContain(`${viewer.username} quiere reservar`);
  expect(text).toContain(`Cuándo: ${spanIn(startAt, endAt, timeZone, 'es')} (Europe/Madrid)\n`);
  // The streamer reads what is left for them, the customer does not.
  expect(text).toMatch(/Precio: 75,00\s€\nRecibes: 63,75\s€\n/);
  expect(text).toMatch(new RegExp(`/es/personal/booking/${id}$`, 'm'));
  expect(text).not.toContain('{{');
  expect(calendar).toBeNull();
  const mine = await mailAbout(REQUESTED, viewer);
  expect(mine.text).toContain(`Your request has reached ${streamer.username}. It is not booked until`);
  expect(mine.text).toContain(`When: ${spanIn(startAt, endAt, newYork, 'en')} (America/New York)\n`);
  // A day after the end.
  const charge = momentIn(endAt + 86_400_000, newYork, 'en');
  expect(mine.text).toContain(`Nothing is charged until ${charge}, after the call`);
  expect(mine.text).toContain('Price: €75.00\n\n');
  expect(mine.text).not.toContain('{{');
  expect(mine.calendar).toBeNull();
  await queueOn(site.db).send('booking-pay-timeout', { id });
  expect(await subjects(viewer)).toEqual([REQUESTED]);
});

it('a confirmed booking is emailed to both in their languages and time zones, with the appointment', async () => {
  const id = await confirmed();
  const appointment = {
    METHOD: 'REQUEST',
    UID: `${id}@localhost`,
    SEQUENCE: '3',
    DTSTART: calendarTime(startAt),
    DTEND: calendarTime(endAt),
    STATUS: 'CONFIRMED',
  };
  const { text, calendar } = await mailAbout('Booking confirmed', viewer);
  expect(text).toContain(`When: ${spanIn(startAt, endAt, newYork, 'en')} (America/New York)\n`);
  expect(text).toContain('Price: €75.00\n\n');
  const link = `http://localhost:${new URL(site.server.url).port}/personal/booking/${id}`;
  expect(text).toContain(`\n${link}\n`);
  expect(calendar).toMatchObject({
    ...appointment,
    SUMMARY: `Panocall with ${streamer.username}`,
    URL: link,
    ORGANIZER: 'mailto:panocall@localhost',
    ATTENDEE: `MAILTO:${viewer.email}`,
  });
  const theirs = await mailAbout('Reserva confirmada', streamer);
  expect(theirs.text).toContain(`Cuándo: ${spanIn(startAt, endAt, timeZone, 'es')} (Europe/Madrid)\n`);
  expect(theirs.text).toMatch(/Precio: 75,00\s€\nRecibes: 63,75\s€\n/);
  expect(theirs.calendar).toMatchObject({ ...appointment, SUMMARY: `Panocall con ${viewer.username}` });
  expect(await subjects(viewer)).toEqual(['Booking confirmed', REQUESTED]);
});

it('a booking confirmed automatically is emailed at once, in the streamer’s time zone if no other is known', async () => {
  await site.db
    .update(producerSetting)
    .set({ autoConfirm: true })
    .where(eq(producerSetting.userId, streamer.id));
  await booked({});
  const { text, calendar } = await mailAbout('Booking confirmed', viewer);
  expect(text).toContain(`When: ${spanIn(startAt, endAt, timeZone, 'en')} (Europe/Madrid)\n`);
  expect(calendar).toMatchObject({ METHOD: 'REQUEST', SEQUENCE: '2' });
  expect(await subjects(streamer)).toEqual(['Reserva confirmada']);
  expect(await subjects(viewer)).toEqual(['Booking confirmed']);
});

it('a rejected booking is emailed to the payer', async () => {
  expect(await change(await booked(), 'reject', streamer)).toMatchObject({ status: 200 });
  const { text, calendar } = await mailAbout('Booking rejected', viewer);
  expect(text).toContain(`${streamer.username} rejected your booking`);
  expect(calendar).toBeNull();
  expect(await subjects(viewer)).toEqual(['Booking rejected', REQUESTED]);
  expect(await subjects(streamer)).toEqual(['Solicitud de reserva']);
});

it('a booking not confirmed in time is emailed to the payer, once', async () => {
  const id = await booked();
  await queueOn(site.db).send('booking-confirm-timeout', { id });
  expect(await subjects(viewer)).toEqual([REQUESTED]);
  await site.db.update(booking).set({ confirmBy: sql`now()` }).where(eq(booking.id, id));
  for (const _time of [1, 2]) {
    await queueOn(site.db).send('booking-confirm-timeout', { id });
    expect(await subjects(viewer)).toEqual(['Booking not confirmed', REQUESTED]);
  }
  expect(await subjects(streamer)).toEqual(['Solicitud de reserva']);
});

describe('a cancelled booking', () => {
  it('is emailed to both without an appointment if it was waiting', async () => {
    await change(await booked(), 'cancel', viewer);
    const mine = await mailAbout('Booking cancelled', viewer);
    expect(mine.text).toContain(`You cancelled your booking with ${streamer.username}`);
    const theirs = await mailAbout('Reserva cancelada', streamer);
    expect(theirs.text).toContain(`${viewer.username} ha cancelado tu reserva`);
    expect([mine.calendar, theirs.calendar]).toEqual([null, null]);
  });

  const cancelled = { METHOD: 'CANCEL', SEQUENCE: '4', STATUS: 'CANCELLED' };

  it.each([
    ['the streamer', () => streamer],
    ['the customer', () => viewer],
  ])('by %s, after it was confirmed, is removed from both calendars', async (_who, who) => {
    const id = await confirmed();
    await change(id, 'cancel', who());
    const same = { ...cancelled, UID: `${id}@localhost`, DTSTART: calendarTime(startAt) };
    const english = await mailAbout('Booking cancelled', viewer);
    const spanish = await mailAbout('Reserva cancelada', streamer);
    expect([english.calendar, spanish.calendar]).toMatchObject([same, same]);
    const byStreamer = who() === streamer;
    expect(english.text).toContain(byStreamer ? `${streamer.username} cancelled` : 'You cancelled');
    expect(spanish.text).toContain(byStreamer ? 'Has cancelado' : `${viewer.username} ha cancelado`);
    expect(await subjects(viewer)).toEqual(['Booking cancelled', 'Booking confirmed', REQUESTED]);
  });

  const block = () =>
    ask('/personal/blocked', viewer, new URLSearchParams({ intent: 'block', username: streamer.username }));
  const suspend = () => ask(`/api/user/${viewer.id}/suspension`, admin, { reason: 'Spam' });

  it.each([
    ['a block', block],
    ['a suspension', suspend],
  ])('by %s, is emailed to both without the reason', async (_what, end) => {
    await confirmed();
    expect((await end()).status).toBeLessThan(400);
    const english = await mailAbout('Booking cancelled', viewer);
    const spanish = await mailAbout('Reserva cancelada', streamer);
    expect([english.calendar, spanish.calendar]).toMatchObject([cancelled, cancelled]);
    expect(english.text).toContain(`Your booking with ${streamer.username} was cancelled:`);
    expect(spanish.text).toContain(`Se ha cancelado tu reserva con ${viewer.username}:`);
    expect(english.text + spanish.text).not.toMatch(/block|bloque|suspen/i);
  });

  it('by the deletion of an account, is emailed to the other person, with the name and the time', async () => {
    await confirmed();
    await settled();
    expect(await remove(viewer)).toMatchObject({ status: 200 });
    const { text, calendar } = await mailAbout('Reserva cancelada', streamer);
    expect(text).toContain(`Se ha cancelado tu reserva con ${viewer.username}:`);
    expect(text).toContain(spanIn(startAt, endAt, timeZone, 'es'));
    expect(calendar).toMatchObject({ ...cancelled, SUMMARY: `Panocall con ${viewer.username}` });
    expect(await subjects(viewer)).toEqual(['Booking confirmed', REQUESTED]);
  });
});

it('unconfirmed addresses get no emails', async () => {
  await site.db.update(user).set({ emailVerifiedAt: null }).where(eq(user.id, streamer.id));
  await confirmed();
  expect(await subjects(viewer)).toEqual(['Booking confirmed', REQUESTED]);
  expect(await mailsTo(streamer)).toEqual([]);
});

it('a change that was rolled back sends no emails', async () => {
  const id = await booked();
  await site.db.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await site.db.execute(sql`create constraint trigger refuse after update on booking
    deferrable initially deferred for each row execute function refuse()`);
  const answer = await new Client(site.server.url).call(`/api/booking/${id}/confirm`, {
    method: 'POST',
    headers: bearer(streamer.token),
    unchecked: true,
  });
  await site.db.execute(sql`drop function refuse cascade`);
  expect(answer.status).toBe(500);
  expect(await subjects(streamer)).toEqual(['Solicitud de reserva']);
  expect(await subjects(viewer)).toEqual([REQUESTED]);
});

describe('the reminder', () => {
  const startsIn = (id: string, hours: number) =>
    site.db
      .update(booking)
      .set({
        startAt: sql`now() + ${hours} * interval '1 hour'`,
        endAt: sql`now() + ${hours + 0.5} * interval '1 hour'`,
      })
      .where(eq(booking.id, id));
  const jobOf = (id: string) => sql`name = 'booking-remind' and data->>'id' = ${id}`;
  /** Runs the job enqueued by the confirmation. */
  async function run(id: string): Promise<void> {
    await site.db.execute(sql`update pgboss.job set start_after = now() where ${jobOf(id)}`);
    await settled();
  }
  const again = (id: string) => queueOn(site.db).send('booking-remind', { id });

  it('is sent to both a day before the start, once', async () => {
    const id = await confirmed();
    const [job] = await site.db.execute(sql`select start_after from pgboss.job where ${jobOf(id)}`);
    expect(new Date(String(job?.start_after)).getTime()).toBe(startAt - 86_400_000);
    await again(id);
    expect(await subjects(viewer)).toEqual(['Booking confirmed', REQUESTED]);
    await startsIn(id, 24);
    await run(id);
    await again(id);
    expect(await subjects(viewer)).toEqual(['Booking confirmed', 'Reminder', REQUESTED]);
    expect(await subjects(streamer)).toEqual(['Recordatorio', 'Reserva confirmada', 'Solicitud de reserva']);
    expect((await mailAbout('Reminder', viewer)).calendar).toBeNull();
  });

  it('is not sent after the start', async () => {
    const id = await confirmed();
    await startsIn(id, -0.1);
    await run(id);
    expect(await subjects(viewer)).not.toContain('Reminder');
  });

  it('is not sent for a cancelled booking', async () => {
    const id = await confirmed();
    await startsIn(id, 20);
    await change(id, 'cancel', viewer);
    await run(id);
    expect(await subjects(viewer)).toEqual(['Booking cancelled', 'Booking confirmed', REQUESTED]);
    expect(await subjects(streamer)).not.toContain('Recordatorio');
  });

  it('is not enqueued if the confirmation comes later than that', async () => {
    const id = await booked();
    await startsIn(id, 20);
    await change(id, 'confirm', streamer);
    expect(await site.db.execute(sql`select 1 from pgboss.job where ${jobOf(id)}`)).toHaveLength(0);
  });
});

describe('the download', () => {
  const download = (id: string, as: Person, prefix = '') =>
    ask(`${prefix}/personal/booking/${id}/calendar.ics`, as);

  it('is available only to the payer and the streamer', async () => {
    const id = await confirmed();
    const { status, headers, bytes } = await download(id, viewer);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'attachment; filename="panocall.ics"',
    ]);
    const appointment = { METHOD: 'PUBLISH', UID: `${id}@localhost`, SEQUENCE: '3', STATUS: 'CONFIRMED' };
    expect(calendarFields(String(bytes))).toMatchObject({
      ...appointment,
      DTSTART: calendarTime(startAt),
      SUMMARY: `Panocall with ${streamer.username}`,
    });
    expect(String(bytes)).not.toContain('ATTENDEE');
    const theirs = calendarFields(String((await download(id, streamer, '/es')).bytes));
    expect(theirs).toMatchObject({ ...appointment, SUMMARY: `Panocall con ${viewer.username}` });
    expect(theirs.URL).toContain('/es/personal/booking/');
    expect(await download(id, await makePerson(site.db))).toMatchObject({ status: 404 });
    const visitor = await new Client(site.server.url).call(`/personal/booking/${id}/calendar.ics`);
    expect(visitor.status).toBe(302);
    expect(await download('none', viewer)).toMatchObject({ status: 404 });
  });

  it('contains a confirmed booking, also after it was cancelled', async () => {
    const id = await booked();
    expect(await download(id, viewer)).toMatchObject({ status: 404 });
    await change(id, 'confirm', streamer);
    await change(id, 'cancel', streamer);
    const fields = calendarFields(String((await download(id, viewer)).bytes));
    expect(fields).toMatchObject({ STATUS: 'CANCELLED', SEQUENCE: '4' });
    await remove(streamer);
    expect(calendarFields(String((await download(id, viewer)).bytes)).SUMMARY).toBe('Panocall');
  });
});
