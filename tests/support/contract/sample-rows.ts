import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { makeStreamer, makeUser } from '../people/people.ts';

/** Returns the id of the inserted row. */
export async function insert<T extends { id: string }>(rows: Promise<T[]>): Promise<string> {
  const [row] = await rows;
  if (!row) throw new Error('no row was made');
  return row.id;
}

export async function makeReview(db: Database, owner: string): Promise<string> {
  const producerId = await makeStreamer(db, await makeUser(db));
  return insert(db.insert(schema.review).values({ authorId: owner, producerId, rating: 4 }).returning());
}

let hours = 0;
/** An hour that no other booking uses. */
function hourOfItsOwn() {
  const hourMs = 3_600_000;
  const start = Date.parse('2027-08-02T07:00:00Z') + hours++ * hourMs;
  return { startAt: new Date(start), endAt: new Date(start + hourMs) };
}

/** Creates a booking far ahead, and its payment, which is not yet paid. */
export async function makePayment(db: Database, payerId: string): Promise<{ id: string; bookingId: string }> {
  const payeeId = await makeUser(db);
  const cost = { currency: 'EUR', amount: 15_000 };
  const bookingId = await insert(
    db
      .insert(schema.booking)
      .values({
        ...cost,
        producerId: payeeId,
        consumerId: payerId,
        status: 'WAITING',
        ...hourOfItsOwn(),
        restMinutes: 0,
        priceMinor: 250,
        timeZone: 'Europe/Madrid',
        localStart: '2027-08-02T09:00:00',
        tzVersion: '2026c',
        confirmBy: new Date('2027-08-01T09:00:00Z'),
        clientKey: randomUUID(),
      })
      .returning(),
  );
  const paid = { ...cost, payerId, payeeId, bookingId, feeBps: 1_500, destination: 'acct_sample' };
  return { id: await insert(db.insert(schema.payment).values(paid).returning()), bookingId };
}

/** Creates the stream of a booked call. */
export async function makeStream(db: Database, consumerId: string): Promise<string> {
  const { bookingId } = await makePayment(db, consumerId);
  const money = { priceMinor: 250, currency: 'EUR' };
  return insert(
    db
      .insert(schema.stream)
      .values({ bookingId, consumerId, ...money })
      .returning(),
  );
}
