import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { booking, callRequest, payment, stream, streamTick, user } from '#db/schema/index.ts';
import { type EventData, events } from '#protocol/messages.ts';
import { NO_PICTURE, type Picture, PictureWatch } from '../../rtc/picture.ts';
import type { TestClient } from './client.ts';
import type { World } from './harness.ts';

export const WHOLE: Picture = { offered: true, reached: true, forwarded: true, heard: true };

/** Replaces what each meter sees: no packets flow between these clients. */
export function seePicture() {
  const seen = { picture: NO_PICTURE };
  const look = vi.spyOn(PictureWatch.prototype, 'look').mockImplementation(async () => seen.picture);
  return { seen, look };
}

const money = { priceMinor: 600, currency: 'EUR' };

async function people({ db }: World) {
  const name = () => `u${randomUUID().slice(0, 8)}`;
  const rows = [name(), name()].map((username) => {
    return { username, urlname: username, email: `${username}@example.org` };
  });
  const [producer, consumer] = await db.insert(user).values(rows).returning({ id: user.id });
  if (!producer || !consumer) throw new Error('no people');
  return { producerId: producer.id, consumerId: consumer.id };
}

type Of = Pick<typeof payment.$inferInsert, 'bookingId' | 'requestId' | 'amount'>;

/** Holds an amount, of which the site gets a tenth. */
async function hold({ db }: World, of: Of): Promise<void> {
  const held = { status: 'HELD', destination: 'acct_sample' } as const;
  await db.insert(payment).values({ ...of, ...held, currency: 'EUR', feeBps: 1_000 });
}

/** A requested call with a budget in ms. @returns the columns of its room */
export async function requestedStream(world: World, budgetMs: number) {
  const both = await people(world);
  const endsAt = new Date(Date.now() + 3_600_000);
  const accepted = { status: 'ACCEPTED', answeredAt: new Date(), endsAt, clientKey: randomUUID() } as const;
  const [request] = await world.db
    .insert(callRequest)
    .values({ ...both, ...money, ...accepted, budgetMinutes: 10, amount: 6_000 })
    .returning();
  const [row] = await world.db
    .insert(stream)
    .values({ ...both, ...money, requestId: request?.id, budgetMs })
    .returning();
  await hold(world, { requestId: request?.id, amount: 6_000 });
  if (!row) throw new Error('no stream');
  return { streamId: row.id, endsAt, expiresAt: endsAt };
}

/** A booking of half an hour that began a minute ago. @returns the columns of its room */
export async function bookedStream(world: World) {
  const both = await people(world);
  const startAt = new Date(Date.now() - 60_000);
  const endsAt = new Date(startAt.getTime() + 1_800_000);
  const clock = { timeZone: 'UTC', localStart: '2026-12-01T09:00:00', tzVersion: '2026c' };
  const [booked] = await world.db
    .insert(booking)
    .values({
      ...{ ...both, ...money, ...clock, status: 'CONFIRMED', startAt, endAt: endsAt, restMinutes: 0 },
      ...{ amount: 18_000, clientKey: randomUUID() },
    })
    .returning();
  const [row] = await world.db
    .insert(stream)
    .values({ ...both, ...money, bookingId: booked?.id })
    .returning();
  await hold(world, { bookingId: booked?.id, amount: 18_000 });
  if (!row) throw new Error('no stream');
  return { bookingId: booked?.id, streamId: row.id, endsAt, expiresAt: endsAt };
}

export async function streamRow({ db }: World, id: string) {
  const [row] = await db.select().from(stream).where(eq(stream.id, id));
  if (!row) throw new Error('no stream');
  return row;
}

export const ticksOf = ({ db }: World, id: string) =>
  db.select().from(streamTick).where(eq(streamTick.streamId, id)).orderBy(asc(streamTick.at));

/** Readings that a seat received from its meter. */
export const readings = ({ heard }: TestClient): EventData<'meter'>[] =>
  heard.flatMap(({ event, data }) => (event === 'meter' ? [events.meter.data.parse(data)] : []));
