import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '#db/tests/database.ts';
import { runHistories } from '../../histories/run.ts';
import { startWorld, type World } from '../../histories/world.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';

/** The same seed in each run; `npm run bench:market -- --histories 10000` uses others. */
const SEED = 20_261_125;
const COUNT = 25;

let mailbox: Mailbox;
let world: World;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  world = await startWorld(await createTestDatabase(), mailbox.folder);
});
afterAll(async () => {
  await world.stop();
  await rm(mailbox.folder, { recursive: true, force: true });
});

it('All random histories of bookings, calls and money end in a valid state', async () => {
  await runHistories(world, { count: COUNT, seed: SEED });
  // The histories cover the usual ends.
  for (const end of ['booking CAPTURED', 'booking RELEASED', 'request CAPTURED', 'request RELEASED'])
    expect(world.seen.get(`end: ${end}`), end).toBeGreaterThan(0);
}, 300_000);
