import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { busy, CHANNEL_EXTEND, callRequest, channel, stream } from '#db/schema/index.ts';
import { lockAccounts } from '../people/lock-people.server.ts';

type Request = typeof callRequest.$inferSelect;
type Counted = Pick<typeof stream.$inferSelect, 'budgetMs' | 'deliveredMs'>;

const MINUTE_MS = 60_000;

/**
 * Start of the earliest period for which one of these people is taken, this request aside: ms since 1970, infinity if
 * there is none.
 */
export async function nextTaken(
  on: Pick<Database, 'select'>,
  people: string[],
  requestId: string,
): Promise<number> {
  const from = sql<string>`lower(${busy.period})`;
  const isOther = sql`${busy.requestId} is distinct from ${requestId}`;
  const [next] = await on
    .select({ at: sql`extract(epoch from ${from}) * 1000`.mapWith(Number) })
    .from(busy)
    .where(and(inArray(busy.userId, people), isOther, sql`upper(${busy.period}) > now()`))
    .orderBy(asc(from))
    .limit(1);
  return next?.at ?? Number.POSITIVE_INFINITY;
}

/**
 * By how many whole minutes a call's budget can grow before either person is taken again.
 * @param next when that is: ms since 1970
 */
export function minutesBefore(next: number, { budgetMs, deliveredMs }: Counted): number {
  const leftMs = Math.max(0, (budgetMs ?? 0) - deliveredMs);
  return Math.floor((next - Date.now() - leftMs) / MINUTE_MS);
}

export const peopleOf = ({ producerId, consumerId }: Request): string[] =>
  [producerId, consumerId].filter((id) => id !== null);

/**
 * Extends a running call by what was paid for; by less if one of its people has been booked meanwhile. Notifies the
 * media server.
 * @param request locked
 * @param amount held for the extension, in the smallest unit
 * @returns false if the call is over or cannot be extended
 */
export async function extendCall(tx: Transaction, request: Request, amount: number): Promise<boolean> {
  const people = peopleOf(request);
  await lockAccounts(tx, people);
  const isIts = and(eq(stream.requestId, request.id), isNull(stream.endedAt));
  const [counted] = await tx.select().from(stream).where(isIts).for('update');
  const isOpen = and(eq(channel.streamId, counted?.id ?? request.id), isNull(channel.endedAt));
  const isRunning =
    request.status === 'ACCEPTED' && !request.overAt && (await tx.$count(channel, isOpen)) > 0;
  if (!counted || !isRunning || !request.endsAt) return false;
  const next = await nextTaken(tx, people, request.id);
  const minutes = Math.min(amount / request.priceMinor, minutesBefore(next, counted));
  if (minutes < 1) return false;
  const endsAt = new Date(Math.min(request.endsAt.getTime() + minutes * MINUTE_MS, next));
  await tx
    .update(callRequest)
    .set({
      budgetMinutes: sql`${callRequest.budgetMinutes} + ${minutes}::integer`,
      amount: sql`${callRequest.amount} + ${amount}::integer`,
      endsAt,
    })
    .where(eq(callRequest.id, request.id));
  await tx
    .update(stream)
    .set({ budgetMs: sql`${stream.budgetMs} + ${minutes * MINUTE_MS}::integer` })
    .where(eq(stream.id, counted.id));
  const rooms = await tx.update(channel).set({ endsAt }).where(isOpen).returning({ token: channel.token });
  for (const { token } of rooms) await tx.execute(sql`select pg_notify(${CHANNEL_EXTEND}, ${token})`);
  return true;
}
