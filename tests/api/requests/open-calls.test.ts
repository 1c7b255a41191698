import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { booking, channel, stream } from '#db/schema/index.ts';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { countBooking, requestedCall } from '../../support/market/streams.ts';
import { unique } from '../../support/people/people.ts';
import { type Site, send, startSite } from '../../support/servers/site.ts';

const MINUTE_MS = 60_000;

let site: Site;
let streamer: Person;
let viewer: Person;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
beforeEach(async () => {
  [streamer, viewer] = [await makePerson(site.db), await makePerson(site.db)];
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

/** Label and target of a page's link to the reader's call; null if there is none. */
async function wayBack(as: Person | null, path = '/help'): Promise<string | null> {
  const { status, bytes } = await send(site, path, { as });
  expect(status).toBe(200);
  const [, href, label] =
    /<a\b[^>]*href="([^"]*)"[^>]*>((?:Return to|Enter) the call|Volver a la llamada)<\/a>/.exec(
      bytes.toString(),
    ) ?? [];
  return href ? `${label}: ${href}` : null;
}

const GOING = { status: 'STARTED', endedAt: null, endReason: null, cameraType: 'INTEGRATED_CAM' };
const left = (minutes: number) => ({
  ...{ status: 'FINISHED', endReason: 'left', cameraType: 'INTEGRATED_CAM' },
  endedAt: minutesAgo(minutes),
});

type Room = Partial<typeof channel.$inferInsert>;

/** Inserts a requested call. @returns the code of its room */
async function requested(room: Room): Promise<string> {
  const people = { producerId: streamer.id, consumerId: viewer.id };
  const { streamId } = await requestedCall(site.db, people, {}, room);
  const [row] = await site.db.select().from(channel).where(eq(channel.streamId, streamId));
  return row?.token ?? '';
}

/** Inserts a booking that began ten minutes ago, with a room. */
async function booked(room: Room, values: Partial<typeof booking.$inferInsert> = {}) {
  const [startAt, endAt] = [minutesAgo(10), minutesAgo(-20)];
  const [made] = await site.db
    .insert(booking)
    .values({
      ...{ producerId: streamer.id, consumerId: viewer.id, startAt, endAt, status: 'CONFIRMED' },
      ...{ restMinutes: 0, priceMinor: 200, currency: 'EUR', amount: 6_000, timeZone: 'UTC' },
      ...{ localStart: startAt.toISOString().slice(0, 19), tzVersion: '2026c', clientKey: randomUUID() },
      ...values,
    })
    .returning();
  const bookingId = made?.id ?? '';
  const token = unique('CALL');
  const streamId = await countBooking(site.db, bookingId, {});
  await site.db.insert(channel).values({
    ...{ token, bookingId, streamId, nodeId: 'node', hostKey: 'key', guestKey: 'other' },
    ...{ expiresAt: endAt, endsAt: endAt, ...room },
  });
  return { bookingId, streamId, token };
}

describe('The way back into a paid call', () => {
  it('is on every page for its two people, in their language, during the call', async () => {
    const token = await requested(GOING);
    for (const path of ['/', '/help', '/personal/schedule', '/personal/booking', '/user'])
      expect(await wayBack(viewer, path)).toBe(`Return to the call: /room/guest/${token}?skip=true`);
    expect(await wayBack(streamer)).toBe(`Return to the call: /room/host/${token}?skip=true`);
    expect(await wayBack(streamer, '/es/help')).toBe(`Volver a la llamada: /es/room/host/${token}?skip=true`);
    const other = await makePerson(site.db);
    for (const reader of [other, null]) expect(await wayBack(reader)).toBeNull();
  });

  it('stays while a call that was left can be resumed', async () => {
    const token = await requested(left(1));
    expect(await wayBack(viewer)).toBe(`Return to the call: /room/guest/${token}?skip=true`);
    const page = (await send(site, '/help', { as: viewer })).bytes.toString();
    expect(page).toContain('Your call has ended.');
    expect(page).not.toContain('still open');
    await site.db
      .update(channel)
      .set({ endedAt: minutesAgo(3) })
      .where(eq(channel.token, token));
    for (const reader of [viewer, streamer]) expect(await wayBack(reader)).toBeNull();
  });

  it.each<[string, Room]>([
    ['has used up its time', { ...left(1), endReason: 'budget' }],
    ['has reached its end', { ...GOING, endsAt: minutesAgo(1) }],
    ['was not entered in time', { ...GOING, status: 'CREATED', expiresAt: minutesAgo(1) }],
  ])('is not there if the call %s', async (_what, room) => {
    await requested(room);
    for (const reader of [viewer, streamer]) expect(await wayBack(reader)).toBeNull();
  });

  it('leads people into it who have not been there yet', async () => {
    const waiting = { ...GOING, status: 'CREATED', guestKey: null };
    const token = await requested({ ...waiting, cameraType: null });
    expect(await wayBack(viewer)).toBe(`Enter the call: /room/guest/${token}?skip=true`);
    expect(await wayBack(streamer)).toBe(`Enter the call: /room/host/${token}?skip=true`);
    await site.db.update(channel).set({ cameraType: 'INTEGRATED_CAM' }).where(eq(channel.token, token));
    expect(await wayBack(streamer)).toBe(`Return to the call: /room/host/${token}?skip=true`);
  });

  it('leads to the booking’s page after its room has ended, until the end of the booking', async () => {
    const { bookingId, token } = await booked(GOING);
    expect(await wayBack(viewer)).toBe(`Return to the call: /room/guest/${token}?skip=true`);
    await site.db.update(channel).set(left(3)).where(eq(channel.token, token));
    for (const reader of [viewer, streamer])
      expect(await wayBack(reader)).toBe(`Return to the call: /personal/booking/${bookingId}`);
    await site.db
      .update(channel)
      .set({ endsAt: minutesAgo(1) })
      .where(eq(channel.token, token));
    for (const reader of [viewer, streamer]) expect(await wayBack(reader)).toBeNull();
  });

  it('disappears when a booking is cancelled, and when a call is settled', async () => {
    const cancelled = { status: 'CANCELLED', endedReason: 'PRODUCER' } as const;
    const { bookingId } = await booked(GOING, cancelled);
    for (const reader of [viewer, streamer]) expect(await wayBack(reader)).toBeNull();
    await site.db
      .update(booking)
      .set({ status: 'CONFIRMED', endedReason: null })
      .where(eq(booking.id, bookingId));
    expect(await wayBack(viewer)).not.toBeNull();
    await site.db.update(stream).set({ endedAt: new Date() }).where(eq(stream.bookingId, bookingId));
    for (const reader of [viewer, streamer]) expect(await wayBack(reader)).toBeNull();
  });
});

it('The page of a booking leads back into its running call, otherwise into a room', async () => {
  const roomOf = async (as: Person, path: string) => {
    const { bytes } = await send(site, path, { as });
    return /(?:Return to|Enter) the room|Volver a la sala|Entrar en la sala/.exec(bytes.toString())?.[0];
  };
  const { bookingId, token } = await booked({ ...GOING, guestKey: null });
  expect(await roomOf(streamer, '/personal/booking?as=producer')).toBe('Return to the room');
  expect(await roomOf(streamer, `/es/personal/booking/${bookingId}`)).toBe('Volver a la sala');
  // The viewer has not been in it.
  expect(await roomOf(viewer, '/personal/booking')).toBe('Enter the room');
  const isIt = eq(channel.token, token);
  await site.db.update(channel).set({ guestKey: 'theirs' }).where(isIt);
  expect(await roomOf(viewer, '/personal/booking')).toBe('Return to the room');
  await site.db.update(channel).set(left(1)).where(isIt);
  expect(await roomOf(viewer, '/personal/booking')).toBe('Enter the room');
});
