import { eq } from 'drizzle-orm';
import { booking, callRequest, channel, stream } from '#db/schema/index.ts';
import type { History, Sale } from './history.ts';
import { runJobs } from './jobs.ts';
import { see } from './world.ts';

type Counted = { seconds: number; missed: number; absent: 'PRODUCER' | 'CONSUMER' | null; inTime: boolean };

/**
 * The payer and the streamer of an agreed sale meet, with the given counts of the media server. @param index see
 * `History.sale`
 */
export async function meet(history: History, index: number, counted: Counted): Promise<void> {
  const sale = history.sale(index);
  if (sale?.kind === 'booking') await meetBooked(history, sale, counted);
  if (sale?.kind === 'request') await meetNow(history, sale, counted.seconds);
}

/** Waits for the start of a confirmed booking and enters its room. */
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

/** Plays the call of an accepted request. */
async function meetNow(history: History, sale: Sale, seconds: number): Promise<void> {
  const { db } = history.world;
  const [call] = await db.select().from(callRequest).where(eq(callRequest.id, sale.id));
  const [row] = await db.select().from(stream).where(eq(stream.requestId, sale.id));
  if (call?.status !== 'ACCEPTED' || call.overAt || !row || row.endedAt) return;
  // The media server notices the used budget up to a second late.
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
