import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { booking, callRequest, channel, payment, stream } from '#db/schema/index.ts';
import { unique } from '../people/people.ts';

type Counted = Partial<typeof stream.$inferInsert>;

/** Inserts the stream of a booking, with the given counts. @returns the stream's id */
export async function countBooking(db: Database, bookingId: string, counted: Counted): Promise<string> {
  const [booked] = await db.select().from(booking).where(eq(booking.id, bookingId));
  if (!booked) throw new Error('no such booking');
  const { producerId, consumerId, priceMinor, currency } = booked;
  const [row] = await db
    .insert(stream)
    .values({ bookingId, producerId, consumerId, priceMinor, currency, ...counted })
    .returning();
  if (!row) throw new Error('no stream was made');
  return row.id;
}

/**
 * Inserts a requested call of at most 20 minutes at 1 EUR a minute, with its held payment and its room.
 * @param room fields of the room; by default it ended an hour ago
 */
export async function requestedCall(
  db: Database,
  people: { producerId: string; consumerId: string },
  counted: Counted,
  room: Partial<typeof channel.$inferInsert> = {},
) {
  const money = { priceMinor: 100, currency: 'EUR' };
  const [answeredAt, endsAt] = [-7_200_000, 3_600_000].map((ms) => new Date(Date.now() + ms));
  const [request] = await db
    .insert(callRequest)
    .values({
      ...{ ...people, ...money, status: 'ACCEPTED', budgetMinutes: 20, amount: 2_000 },
      ...{ clientKey: randomUUID(), answeredAt, endsAt },
    })
    .returning();
  const [row] = await db
    .insert(stream)
    .values({ ...people, ...money, requestId: request?.id, budgetMs: 1_200_000, ...counted })
    .returning();
  if (!request || !row || !endsAt) throw new Error('no request was made');
  const ended = new Date(Date.now() - 3_600_000);
  await db.insert(channel).values({
    ...{ token: unique('CALL'), nodeId: 'node', hostKey: 'key', guestKey: 'other', status: 'FINISHED' },
    ...{ streamId: row.id, endsAt, expiresAt: endsAt, startedAt: ended, endedAt: ended, endReason: 'left' },
    ...room,
  });
  const { producerId: payeeId, consumerId: payerId } = people;
  await db.insert(payment).values({
    ...{ requestId: request.id, payerId, payeeId, currency: 'EUR', amount: 2_000, feeBps: 1_500 },
    ...{ status: 'HELD', destination: 'acct_sample' },
  });
  return { requestId: request.id, streamId: row.id };
}
