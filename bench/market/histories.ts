import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Choice, runHistories } from '#tests/histories/run.ts';
import { startWorld } from '#tests/histories/world.ts';

const REPORT_MS = 30_000;

/**
 * Runs random histories of bookings, calls and money, and counts what happened in them.
 * @param url of a migrated database that nothing else uses
 * @throws Error with a history that ends wrongly
 */
export async function benchHistories(url: string, choice: Choice): Promise<void> {
  const mails = await mkdtemp(join(tmpdir(), 'panocall-mails-'));
  const world = await startWorld(url, mails);
  const start = performance.now();
  let done = 0;
  const rate = () =>
    `${done} histories, ${((done * 1000) / (performance.now() - start)).toFixed(1)} a second`;
  const timer = setInterval(() => console.log(rate()), REPORT_MS);
  try {
    console.log(`seed ${choice.seed}`);
    await runHistories(world, choice, () => (done += 1));
    for (const [what, times] of [...world.seen].sort()) console.log(`${what.padEnd(48)}${times}`);
    console.log(`${rate()}: all end as they should`);
  } finally {
    clearInterval(timer);
    await world.stop();
    await rm(mails, { recursive: true });
  }
}
