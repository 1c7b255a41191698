import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { payment, producerSetting } from '#db/schema/index.ts';
import { makeStreamer } from '../people/people.ts';
import { makePayable, type Payments, saveCard } from '../servers/payment-sandbox.ts';
import { send } from '../servers/site.ts';
import { makePerson, type Person } from './bookings.ts';

/** Creates a streamer who takes calls now for 2 EUR a minute, and a viewer with a saved card. */
export async function callPeople(site: Payments) {
  const [streamer, viewer] = [await makePerson(site.db), await makePerson(site.db)];
  await makeStreamer(site.db, streamer.id);
  const account = await makePayable(site, streamer.id);
  await site.db.insert(producerSetting).values({ userId: streamer.id, timeZone: 'UTC' });
  await send(site, '/api/request/available', { as: streamer, body: { available: true } });
  await saveCard(site, viewer);
  return { streamer, viewer, account };
}

/** Body of a request to call a streamer for ten minutes. */
export const newCall = (streamer: Pick<Person, 'id'>) => ({
  producerId: streamer.id,
  budgetMinutes: 10,
  amount: 2_000,
  currency: 'EUR',
  clientKey: randomUUID(),
});

/** Calls a streamer and pays. @returns the id of the ringing request */
export async function ring(site: Payments, streamer: Person, viewer: Person): Promise<string> {
  const made = await send(site, '/api/request', { as: viewer, body: newCall(streamer) });
  const { id } = z.object({ id: z.string() }).parse(made.body);
  const paid = await send(site, `/api/request/${id}/pay`, { as: viewer, body: {} });
  if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.body)}`);
  return id;
}

export async function paymentOf(site: Payments, requestId: string) {
  const [row] = await site.db.select().from(payment).where(eq(payment.requestId, requestId));
  return row;
}
