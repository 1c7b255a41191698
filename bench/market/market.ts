import { z } from 'zod';
import type { Database } from '#db/client.ts';
import type { Person } from '#tests/support/market/bookings.ts';

/** Concurrent requests to the site. */
export const AT_ONCE = 40;

type Answer = { status: number; text: string };
type Asker = Pick<Person, 'token'>;
/** The site, over HTTP. */
export type Market = {
  db: Database;
  /** Sends JSON as a user. */
  post(path: string, as: Asker, body?: object): Promise<Answer>;
  get(path: string, as?: Asker): Promise<Answer>;
  remove(path: string, as: Asker): Promise<Answer>;
};

/** Runs work `count` times, several at once. @returns the results in order */
export async function times<R>(count: number, work: (nth: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  const go = async () => {
    for (let nth = next++; nth < count; nth = next++) done[nth] = await work(nth);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
  return done;
}

export const codeOf = (text: string): string => z.object({ code: z.string() }).parse(JSON.parse(text)).code;

export function expectCounts(found: readonly string[], wanted: Record<string, number>): void {
  const counts: Record<string, number> = {};
  for (const one of found) counts[one] = (counts[one] ?? 0) + 1;
  for (const [name, count] of Object.entries(counts))
    if (count !== wanted[name]) throw new Error(`answers: ${JSON.stringify(counts)}`);
}

export function print(label: string, words: string): void {
  console.log(`${label.padEnd(48)}${words}`);
}
