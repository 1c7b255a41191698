import postgres from 'postgres';
import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';
import { type Cluster, startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { residentBytes, watchShare } from '../call/processes.ts';
import { type Load, median, underLoad } from '../load.ts';
import { type Contender, LARGE, OPERATIONS, type Operation, type Sample, sampleOf } from './contender.ts';
import { type Directus, installDirectus, startDirectus } from './directus.ts';
import { bareDriver, panocall } from './panocall.ts';

const ROWS = 100_000;
const AT_ONCE = 8;
/** Database connections of each server: the driver's default, which ours uses. */
const POOL = 10;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const WARM_UP_MS = 700;

/** Measurements of a server under load. */
type Measured = Load & { cores: number | null; megabytes: number };

/**
 * `npm run bench:api`: compares the generic API with Directus, over a copy of the same rows in the same PostgreSQL, and
 * with the same queries made directly through the `postgres` driver: interleaved, in one run on one machine. Prints
 * measurements without judging them.
 */
async function benchApi(): Promise<void> {
  await ensureWebBuild(root, console.log);
  const withDirectus = await installDirectus();
  const cluster = await startTemporaryCluster();
  const stops = [() => cluster.stop()];
  try {
    const sample = await makeRows(cluster);
    const directus: Directus | undefined = withDirectus
      ? await startDirectus(cluster, sample, { atOnce: AT_ONCE, pool: POOL })
      : undefined;
    if (directus) stops.push(directus.stop);
    const sql = postgres(cluster.url(), { max: POOL, onnotice: () => {} });
    stops.push(() => sql.end());
    // Like the copy: right after their insertion, rows are not marked as visible to all.
    await sql`vacuum analyze`;
    const server = await startWebServer(cluster.url(), { LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
    stops.push(server.stop);
    await compare([
      await panocall(sql, server, sample, AT_ONCE),
      ...(directus?.contenders ?? []),
      bareDriver(sql, sample),
    ]);
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function makeRows(cluster: Cluster): Promise<Sample> {
  await migrateDatabase(cluster.url());
  const sql = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  const countries = z
    .array(z.object({ name: z.string() }))
    .parse(await sql`select name from country where name <> ${LARGE}`)
    .map(({ name }) => name);
  // In random order, not in that of an index.
  await sql`insert into city (name, country, latitude, longitude)
    select 'Town ' || md5(n::text),
      case when n % 3 = 0 then ${LARGE} else (${countries}::text[])[1 + n % ${countries.length}] end, n % 90, n % 180
    from generate_series(1, ${ROWS}) n`;
  await sql`vacuum analyze`;
  const rows = z.array(z.object({ id: z.string() })).parse(await sql`select id from city limit 1000`);
  await sql.end();
  return sampleOf(
    rows.map(({ id }) => id),
    countries,
  );
}

async function compare(contenders: readonly Contender[]): Promise<void> {
  console.log(
    `${ROWS} rows, ${AT_ONCE} requests at once, ${POOL} connections to the database; ` +
      `medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s\n`,
  );
  const heads = ['per second', 'p50 ms', 'p99 ms', 'cores', 'MB'];
  for (const operation of OPERATIONS) {
    console.log(line(operation, heads));
    const results = await measure(contenders, operation);
    for (const [{ name }, of] of results) print(name, of);
    const [[, ours] = [], ...others] = results;
    for (const [{ name, pids }, theirs] of others)
      if (ours && pids.length > 0) printRatio(name, ours, theirs);
    console.log();
  }
}

/** Measures all contenders in turn, so that other load on the machine affects all of them. */
async function measure(
  contenders: readonly Contender[],
  operation: Operation,
): Promise<[Contender, Measured][]> {
  const rounds = contenders.map((contender) => ({ contender, measured: [] as Measured[] }));
  for (const { contender } of rounds) await underLoad(contender[operation], AT_ONCE, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { contender, measured } of rounds) {
      const share = watchShare(contender.pids);
      const load = await underLoad(contender[operation], AT_ONCE, ROUND_MS);
      measured.push({ ...load, cores: share(), megabytes: residentBytes(contender.pids) / 1e6 });
    }
  }
  return rounds.map(({ contender, measured }) => [contender, median(measured)]);
}

function print(name: string, { rate, p50, p99, cores, megabytes }: Measured): void {
  const used = cores === null ? ['', ''] : [cores.toFixed(2), megabytes.toFixed(0)];
  console.log(line(`  ${name}`, [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1), ...used]));
}

function printRatio(name: string, ours: Load, theirs: Load): void {
  const ratio = (of: number, to: number) => `× ${(of / to).toFixed(2)}`;
  const cells = [ratio(ours.rate, theirs.rate), ratio(ours.p50, theirs.p50), ratio(ours.p99, theirs.p99)];
  console.log(line(`  Panocall to ${name}`, cells));
}

function line(label: string, cells: readonly string[]): string {
  return `${label.padEnd(32)}${cells.map((cell) => cell.padStart(12)).join('')}`;
}

await benchApi();
