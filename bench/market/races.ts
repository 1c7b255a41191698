import { randomUUID } from 'node:crypto';
import { and, eq, or } from 'drizzle-orm';
import { booking } from '#db/schema/index.ts';
import type { Person } from '#tests/support/market/bookings.ts';
import { loadOf } from '../load.ts';
import { AT_ONCE, codeOf, expectCounts, type Market, print, times } from './market.ts';

const HOUR_MS = 3_600_000;
/** Number of contested hours. */
const ROUNDS = 10;

/** Everybody books the same slot, round after round. */
export async function raceForSlot(
  market: Market,
  streamer: Person,
  people: readonly Person[],
): Promise<void> {
  const outcome = await race(market, streamer, people.length, 48, (nth) => ({
    as: at(people, nth),
    producerId: streamer.id,
  }));
  print(`${people.length} people want a slot, ${ROUNDS} times`, outcome);
}

/** Everybody books one person's time, who books others' for the same hour. */
export async function raceForPerson(
  market: Market,
  streamer: Person,
  others: readonly Person[],
  people: readonly Person[],
): Promise<void> {
  const outcome = await race(market, streamer, people.length, 24 * 7, (nth) =>
    nth % 2 === 0
      ? { as: at(people, nth), producerId: streamer.id }
      : { as: streamer, producerId: at(others, nth).id },
  );
  print(`${people.length} book a person in both roles, ${ROUNDS} times`, outcome);
}

const at = (people: readonly Person[], nth: number): Person => {
  const person = people[nth % people.length];
  if (!person) throw new Error('nobody');
  return person;
};

/**
 * Races attempts on an hour of a person's time, round after round; exactly one must win.
 * @param hours from now to the first contested hour
 * @param attempt says who books whom
 * @throws Error if the number of winners differs, or an attempt fails other than by SLOT_TAKEN
 */
async function race(
  { db, post }: Market,
  { id }: Person,
  attempts: number,
  hours: number,
  attempt: (nth: number) => { as: Person; producerId: string },
): Promise<string> {
  const took: number[] = [];
  const start = performance.now();
  for (let round = 0; round < ROUNDS; round++) {
    const startAt = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + (hours + round * 2) * HOUR_MS);
    const wanted = { slots: [startAt.toISOString()], amount: 3_000, currency: 'EUR' };
    const answered = await times(attempts, async (nth) => {
      const { as, producerId } = attempt(nth);
      const from = performance.now();
      const { status, text } = await post('/api/booking', as, {
        ...wanted,
        producerId,
        clientKey: randomUUID(),
      });
      took.push(performance.now() - from);
      return status === 201 ? 'won' : codeOf(text);
    });
    expectCounts(answered, { won: 1, SLOT_TAKEN: attempts - 1 });
    // As if paid: a third unpaid booking would be refused.
    const taken = await db
      .update(booking)
      .set({ status: 'CONFIRMED', payBy: null })
      .where(and(eq(booking.startAt, startAt), or(eq(booking.producerId, id), eq(booking.consumerId, id))))
      .returning({ id: booking.id });
    if (taken.length !== 1) throw new Error(`${taken.length} bookings of one hour`);
  }
  const { p50, p99 } = loadOf(took, performance.now() - start);
  return `one wins each time; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${AT_ONCE} at once`;
}
