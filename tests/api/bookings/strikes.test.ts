import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { audit, booking, notification, user } from '#db/schema/index.ts';
import { HOUR_MS, paidBookings } from '../../support/market/paid-bookings.ts';
import { countBooking } from '../../support/market/streams.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { type Person, person, send } from '../../support/servers/site.ts';

const { at, booked, pay, change, bookingOf, run, past, mailTo } = paidBookings();

let admin: Person;
beforeAll(async () => {
  admin = await person(at.site.db, ['ADMIN']);
});
beforeEach(() => saveCard(at.site, at.viewer));

/** Creates a booking that the streamer has confirmed, paid with the card saved before each test. */
async function confirmed(hours: number): Promise<string> {
  const id = await booked(hours);
  expect(await pay(id)).toMatchObject({ status: 200 });
  expect(await change(id, 'confirm', at.streamer)).toMatchObject({ status: 200 });
  return id;
}
async function cancelled(hours: number): Promise<string> {
  const id = await confirmed(hours);
  expect(await change(id, 'cancel', at.streamer)).toMatchObject({ status: 200 });
  await expect.poll(() => isTold(id)).toBe(true);
  return id;
}
async function isTold(bookingId: string): Promise<boolean> {
  const rows = await at.site.db.select().from(notification).where(eq(notification.bookingId, bookingId));
  return rows.some(({ kind, userId }) => kind === 'BOOKING_STRIKE' && userId === at.streamer.id);
}
async function hiddenUntil() {
  const [row] = await at.site.db.select().from(user).where(eq(user.id, at.streamer.id));
  return row?.hiddenUntil ?? null;
}
/** A page as the viewer sees it. */
async function pageOf(path: string, as: Person = at.viewer): Promise<string> {
  const { status, bytes } = await send(at.site, path, { as });
  expect(status).toBe(200);
  return bytes.toString();
}
async function profilePath(): Promise<string> {
  const [row] = await at.site.db.select().from(user).where(eq(user.id, at.streamer.id));
  return `/user/${row?.urlname}`;
}
/** Whether the streamer is in the list of the page, and in that of the API. */
async function isInLists(): Promise<boolean[]> {
  const path = await profilePath();
  const page = await pageOf(`/user?q=${at.streamer.username}`);
  const { body } = await send(at.site, `/api/user?username=${at.streamer.username}`, { as: at.viewer });
  return [page.includes(path), z.object({ total: z.number() }).parse(body).total === 1];
}

describe('A streamer’s strikes', () => {
  it('hide them from lists for a week after the third, not from their page, until an administrator ends it', async () => {
    const first = await cancelled(30);
    expect(await mailTo(at.streamer, 'Strike 1 of 3')).toContain(`/personal/booking/${first}`);
    // The payer is offered other times.
    const offered = await mailTo(at.viewer, `The next free times of ${at.streamer.username}:`);
    expect(offered).toContain(`${await profilePath()}/book?from=`);
    await cancelled(32);
    expect(await hiddenUntil()).toBeNull();
    expect(await isInLists()).toEqual([true, true]);
    const availability = await pageOf('/personal/availability', at.streamer);
    expect(availability).toContain('You have 2 strikes in the last 30 days');
    expect(availability).toContain(`/personal/booking/${first}`);

    const stays = await confirmed(40);
    await cancelled(34);
    const until = await hiddenUntil();
    expect(Math.round(((until?.getTime() ?? 0) - Date.now()) / (24 * HOUR_MS))).toBe(7);
    expect(await mailTo(at.streamer, 'Your profile is not listed until')).toContain('3 strikes');
    const [entry] = await at.site.db.select().from(audit).where(eq(audit.rowId, at.streamer.id));
    expect(entry).toMatchObject({
      ...{ action: 'UPDATE', entity: 'user', actorId: null, address: null },
      after: { hiddenUntil: until?.toISOString(), strikes: 3 },
    });
    expect(await pageOf(`/admin/audit/${entry?.id}`, admin)).toContain('Strikes');
    expect(await isInLists()).toEqual([false, false]);
    await pageOf(await profilePath());
    expect(await send(at.site, `/api/user/${at.streamer.id}`, { as: at.viewer })).toMatchObject({
      status: 200,
    });
    expect(await bookingOf(stays)).toMatchObject({ status: 'CONFIRMED' });
    // A hidden streamer can still be booked.
    await confirmed(50);

    const [{ version } = { version: 0 }] = await at.site.db
      .select()
      .from(user)
      .where(eq(user.id, at.streamer.id));
    const end = (as: Person) =>
      send(at.site, `/api/user/${at.streamer.id}`, {
        method: 'PUT',
        as,
        body: { version, hiddenUntil: null },
      });
    await end(at.streamer);
    expect(await hiddenUntil()).toEqual(until);
    const { body } = await send(at.site, `/api/user/${at.streamer.id}`, { as: admin });
    const now = z.object({ version: z.number() }).parse(body).version;
    const ended = await send(at.site, `/api/user/${at.streamer.id}`, {
      method: 'PUT',
      as: admin,
      body: { version: now, hiddenUntil: null },
    });
    expect(ended.status).toBe(200);
    expect(await isInLists()).toEqual([true, true]);
    // Running a strike's job again does not hide the streamer again.
    await run('booking-strike', first);
    const isDone = async () => {
      const open = sql`select 1 from pgboss.job where name = 'booking-strike' and state <> 'completed'`;
      return (await at.site.db.execute(open)).length === 0;
    };
    await expect.poll(isDone).toBe(true);
    expect(await hiddenUntil()).toBeNull();
    await cancelled(36);
    expect(await hiddenUntil()).not.toBeNull();
  });

  it('count missed and cancelled bookings, not rejected ones or those that others or a change of the clock ended', async () => {
    const missed = await confirmed(30);
    const endAt = past(HOUR_MS);
    const times = { startAt: new Date(endAt.getTime() - HOUR_MS / 2), endAt };
    await at.site.db.update(booking).set(times).where(eq(booking.id, missed));
    await countBooking(at.site.db, missed, { attendedMs: 900_000, missedMs: 900_000, absent: 'PRODUCER' });
    await run('booking-close', missed);
    await expect.poll(() => isTold(missed)).toBe(true);
    expect(await bookingOf(missed)).toMatchObject({ outcome: 'PRODUCER_ABSENT' });

    const byOther = await confirmed(32);
    await change(byOther, 'cancel');
    const rejected = await booked(38);
    await pay(rejected);
    expect(await change(rejected, 'reject', at.streamer)).toMatchObject({ status: 200 });
    await run('booking-strike', rejected);
    const byClock = await confirmed(34);
    await at.site.db.update(booking).set({ waived: 'CLOCK' }).where(eq(booking.id, byClock));
    await change(byClock, 'cancel', at.streamer);
    // When this strike has been counted, the jobs enqueued before it are done.
    await cancelled(36);
    expect(await Promise.all([byOther, rejected, byClock].map(isTold))).toEqual([false, false, false]);
    expect(await pageOf('/personal/availability', at.streamer)).toContain('You have 2 strikes');

    // Strikes older than 30 days do not count.
    const long = sql`now() - interval '31 days'`;
    await at.site.db
      .update(booking)
      .set({ startAt: long, endAt: sql`${long} + interval '30 minutes'` })
      .where(eq(booking.id, missed));
    expect(await pageOf('/personal/availability', at.streamer)).toContain('You have 1 strike ');
  });
});
