import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { endRing, notify } from '#app/marketplace/notify.server.ts';
import type { Database } from '#db/client.ts';
import { callRequest } from '#db/schema/index.ts';

/** Inserts a ringing request and notifies the streamer. @returns the request's id */
export function ring(db: Database, producerId: string, consumerId: string): Promise<string> {
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(callRequest)
      .values({
        producerId,
        consumerId,
        status: 'RINGING',
        budgetMinutes: 10,
        priceMinor: 100,
        currency: 'EUR',
        amount: 1000,
        clientKey: randomUUID(),
        ringUntil: sql`now() + interval '10 minutes'`,
        rangAt: sql`now()`,
      })
      .returning();
    if (!made) throw new Error('no request was made');
    await notify(tx, { userId: producerId, kind: 'REQUEST', requestId: made.id });
    return made.id;
  });
}

const ENDS = {
  ACCEPTED: { answeredAt: sql`now()`, endsAt: sql`now() + interval '1 minute'` },
  REJECTED: { answeredAt: sql`now()` },
  EXPIRED: {},
  CANCELLED: {},
};

/** Ends the ringing with this status. */
export function stopRinging(db: Database, id: string, status: keyof typeof ENDS): Promise<void> {
  return db.transaction(async (tx) => {
    const ended = { status, ringUntil: null, ...ENDS[status] };
    await tx.update(callRequest).set(ended).where(eq(callRequest.id, id));
    await endRing(
      tx,
      { requestId: id },
      status === 'ACCEPTED' || status === 'REJECTED' ? 'ANSWERED' : 'MISSED',
    );
  });
}
