import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import { callRequest, stream } from '#db/schema/index.ts';
import { bearer, makeUser, signIn } from '../people/people.ts';
import { Client } from '../servers/client.ts';

/** The room of a call that is paid by the minute. */
export const paidRoomSchema = z.object({
  token: z.string(),
  streamId: z.uuid(),
  /** Request headers that identify the streamer (host) and the payer (guest). */
  headers: z.object({
    host: z.record(z.string(), z.string()),
    guest: z.record(z.string(), z.string()),
  }),
});
export type PaidRoom = z.output<typeof paidRoomSchema>;

/** Creates a streamer and a payer; the streamer accepts the payer's call. @param origin of the site that uses `db` */
export async function makePaidRoom(db: Database, origin: string): Promise<PaidRoom> {
  const [producerId, consumerId] = [await makeUser(db, {}, ['PRODUCER']), await makeUser(db)];
  const [rings] = await db
    .insert(callRequest)
    .values({
      ...{ producerId, consumerId, status: 'RINGING', budgetMinutes: 60, priceMinor: 100, amount: 6_000 },
      ...{ currency: 'EUR', clientKey: randomUUID(), ringUntil: new Date(Date.now() + 60_000) },
    })
    .returning();
  const headers = {
    host: bearer(await signIn(db, producerId)),
    guest: bearer(await signIn(db, consumerId)),
  };
  const accept = { method: 'POST', headers: headers.host };
  const { body } = await new Client(origin).call(`/api/request/${rings?.id}/accept`, accept);
  const counted = await db
    .select({ streamId: stream.id })
    .from(stream)
    .where(eq(stream.requestId, rings?.id ?? ''));
  return paidRoomSchema.parse({ ...z.object({ token: z.string() }).parse(body), ...counted[0], headers });
}
