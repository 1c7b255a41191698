import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { DELIVERIES, type Delivery, IN_TIME } from '#tests/histories/deliveries.ts';
import { finalState } from '#tests/histories/final-state.ts';
import { act, PLOTS, type Plot } from '#tests/histories/plot.ts';
import { startWorld } from '#tests/histories/world.ts';
import { print } from './market.ts';

const REPORT_MS = 30_000;

/**
 * Runs stories of bookings that are paid, delivered, refunded and disputed, with Stripe's events in time and in each
 * other order, which must have the same result.
 * @param url of a migrated database that nothing else uses
 * @throws Error with a story whose result differs
 */
export async function benchEvents(url: string, { count, seed }: { count: number; seed: number }) {
  const mails = await mkdtemp(join(tmpdir(), 'panocall-mails-'));
  const world = await startWorld(url, mails);
  const ways = Object.entries(DELIVERIES);
  let done = 0;
  const timer = setInterval(() => console.log(`${done} of ${count} stories`), REPORT_MS);
  const endOf = async (plot: Plot, delivery: Delivery) =>
    finalState((await act(world, plot, { delivery })).history);
  try {
    console.log(`seed ${seed}`);
    for (const plot of fc.sample(PLOTS, { numRuns: count, seed })) {
      const wanted = await endOf(plot, IN_TIME);
      for (const [way, deliveryOf] of ways) {
        const failed = (cause: unknown) =>
          new Error(`Story ${done}, events ${way}: ${JSON.stringify(plot)}`, { cause });
        const found = await endOf(plot, deliveryOf(plot.seed)).catch((error: unknown) => {
          throw failed(error);
        });
        if (isDeepStrictEqual(found, wanted)) continue;
        throw failed([wanted, found].map((state) => JSON.stringify(state, null, 1)).join('\nbut\n'));
      }
      done += 1;
    }
    for (const [way] of ways) print(`${count} stories, events ${way}`, 'the same end each time');
  } finally {
    clearInterval(timer);
    await world.stop();
    await rm(mails, { recursive: true });
  }
}
