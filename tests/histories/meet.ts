import { eq } from 'drizzle-orm';
import { booking, callRequest, channel, stream } from '#db/schema/index.ts';
import type { History, Sale } from './history.ts';
import { runJobs } from './jobs.ts';
import { see } from './world.ts';

type Counted = { seconds: number; missed: number; absent: 'PRODUCER' | 'CONSUMER' | null; inTime: boolean };

/** The two people of a sale meet, if it was agreed on, and the media server counts. @param index see `History.sale` */
export async function meet(history: History, index: number, counted: Counted): Promise<void> {
  const sale = history.sale(index);
  if (sale?.kind === 'booking') await meetBooked(history, sale, counted);
  if (sale?.kind === 'request') await meetNow(history, sale, counted.seconds);
}

/** At the start of a booking, if it is to come, its two people go to its room. */
async function meetBooked(history: History, sale: Sale, counted: Counted): Promise<void> {
  const { db, product } = history.world;
  const [booked] = await db.select().from(booking).where(eq(booking.id, sale.id));
  if (booked?.status !== 'CONFIRMED' || booked.outcome || booked.endAt <= new Date()) return;
  if (counted.inTime) await runJobs(history, 0, booked.startAt);
  const early = booked.startAt.getTime() - Date.now();
  if (early > 0) await history.wait(early);
  const room = await history.ask('enter', sale.payer, (viewer) => product.enterRoomOf(viewer, sale.id));
  if (!room) return;
  const bookedMs = booked.endAt.getTime() - booked.startAt.getTime();
  const deliveredMs = Math.min(counted.seconds * 1_000, bookedMs);
  const missedMs = Math.min(counted.missed * 1_000, bookedMs - deliveredMs);
  const ms = { deliveredMs, offeredMs: deliveredMs, attendedMs: deliveredMs + missedMs, missedMs };
  await db
    .update(stream)
    .set({ ...ms, absent: counted.absent })
    .where(eq(stream.bookingId, sale.id));
  await hangUp(history, sale);
}

/** The two of a call that was accepted are in its room. */
async function meetNow(history: History, sale: Sale, seconds: number): Promise<void> {
  const { db } = history.world;
  const [call] = await db.select().from(callRequest).where(eq(callRequest.id, sale.id));
  const [row] = await db.select().from(stream).where(eq(stream.requestId, sale.id));
  if (call?.status !== 'ACCEPTED' || call.overAt || !row || row.endedAt) return;
  // The media server ends it at the next look.
  const deliveredMs = Math.min(seconds * 1_000, (row.budgetMs ?? 0) + 900);
  await db
    .update(stream)
    .set({ deliveredMs, offeredMs: deliveredMs, attendedMs: deliveredMs })
    .where(eq(stream.id, row.id));
  await history.wait(deliveredMs);
  await hangUp(history, sale);
}

async function hangUp({ world }: History, sale: Sale): Promise<void> {
  const [row] = await world.db
    .select()
    .from(stream)
    .where(eq(sale.kind === 'booking' ? stream.bookingId : stream.requestId, sale.id));
  if (!row) return;
  const ended = { status: 'FINISHED', endedAt: new Date(), endReason: 'left' } as const;
  await world.db.update(channel).set(ended).where(eq(channel.streamId, row.id));
  see(world, `met: ${sale.kind}`);
}
