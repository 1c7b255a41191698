import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, stream } from '#db/schema/index.ts';
import { startStack } from '#scripts/testing/stack.ts';
import { makePaidRoom } from '#tests/support/market/paid-room.ts';
import { databaseOf } from '../call/processes.ts';
import type { OpenRoom } from '../rooms/contender.ts';
import { Fleet } from '../rooms/fleet.ts';
import { openRoom } from '../rooms/panocall-room.ts';
import { SPARSE_FRAME_RATE, sparseFilm } from '../rooms/sparse-film.ts';
import { partsOf, type Usage, watch } from '../rooms/usage.ts';
import { print } from './market.ts';

const ROOMS = 100;
const ROUNDS = 3;
const SETTLE_MS = 5_000;
const MEASURE_MS = 30_000;
/** Share of the measured time that must be metered in all rooms. */
const LEAST_COUNTED = 0.9;

/**
 * Measures the CPU cost of metering 100 rooms: real sockets, DTLS and SRTP with little traffic, alternating with and
 * without the meter.
 * @throws Error if rooms fail, or metered ones are not counted
 */
export async function benchMeter(): Promise<void> {
  const stack = await startStack({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  const db = openDatabase(databaseOf(stack.pid));
  const shares = { with: [] as Usage[][], without: [] as Usage[][] };
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const meter of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const))
        shares[meter].push(await measure(db, stack, meter === 'with'));
    }
  } finally {
    await db.$client.end();
    await stack.stop();
  }
  for (const { name } of shares.with[0] ?? []) {
    const median = (rounds: Usage[][]) => {
      const cores = rounds.map((parts) => parts.find((part) => part.name === name)?.cores ?? 0);
      return 100 * (cores.toSorted((a, b) => a - b)[Math.floor(cores.length / 2)] ?? 0);
    };
    const [metered, free] = [median(shares.with), median(shares.without)];
    print(
      `${ROOMS} rooms, ${name}`,
      `${metered.toFixed(1)} % of a core metered, ${free.toFixed(1)} % not: ${(metered - free).toFixed(1)} % more`,
    );
  }
}

/** Measures the parts of the server while the rooms run. */
async function measure(
  db: Database,
  { origin, pid }: { origin: string; pid: number },
  isMetered: boolean,
): Promise<Usage[]> {
  const open: OpenRoom = async (sent) => {
    const room = await makePaidRoom(db, origin);
    if (!isMetered) await db.update(channel).set({ streamId: null }).where(eq(channel.token, room.token));
    return openRoom(origin, 'LOW', { ...sent, frameRate: SPARSE_FRAME_RATE, isSilent: true }, room);
  };
  const fleet = new Fleet(open, sparseFilm());
  try {
    await fleet.open(ROOMS);
    await sleep(SETTLE_MS);
    const before = await countedMs(db);
    const used = watch(partsOf(pid));
    await sleep(MEASURE_MS);
    const usage = used();
    const counted = ((await countedMs(db)) - before) / (ROOMS * MEASURE_MS);
    const { failures } = fleet;
    if (failures.length > 0) throw new Error(`rooms failed: ${failures[0]}`);
    if (isMetered ? counted < LEAST_COUNTED : counted > 0)
      throw new Error(`${(counted * 100).toFixed(0)} % of the time was counted`);
    console.log(
      `${isMetered ? 'metered' : 'not metered'}: ${usage.map(({ name, cores }) => `${name} ${(cores * 100).toFixed(1)} %`).join(', ')}`,
    );
    return usage;
  } finally {
    await fleet.stop();
  }
}

/** Delivered time of all calls, as stored. */
async function countedMs(db: Database): Promise<number> {
  const [row] = await db
    .select({ ms: sql<number>`coalesce(sum(${stream.deliveredMs}), 0)`.mapWith(Number) })
    .from(stream);
  return row?.ms ?? 0;
}
