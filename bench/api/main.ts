import { createHash, randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { z } from 'zod';
import { migrateDatabase } from '#db/migrate.ts';
import { startTemporaryCluster } from '#scripts/postgres/cluster.ts';
import { root } from '#scripts/stack/settings.ts';
import { ensureWebBuild } from '#scripts/stack/web-build.ts';
import { startWebServer } from '#scripts/testing/web-server.ts';
import { httpClient } from '../http-client.ts';
import { type Load, median, underLoad } from '../load.ts';

const ROWS = 100_000;
const AT_ONCE = 8;
const ROUNDS = 3;
const ROUND_MS = 5_000;

type Contenders = { name: string; api: () => Promise<unknown>; driver: () => Promise<unknown> };

/**
 * `npm run bench:api`: the generic API compared with the same queries made directly through the `postgres` driver,
 * interleaved, in one run on one machine, on the embedded PostgreSQL. It prints measurements without judging them.
 */
async function benchApi(): Promise<void> {
  await ensureWebBuild(root, console.log);
  const cluster = await startTemporaryCluster();
  const url = cluster.url();
  await migrateDatabase(url);
  const sql = postgres(url, { max: AT_ONCE, onnotice: () => {} });
  const server = await startWebServer(url, { LOG_LEVEL: 'warn', RATE_LIMITS: 'off' });
  try {
    const contenders = await prepare(sql, server.url);
    console.log(`${ROWS} rows, ${AT_ONCE} at once, medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s\n`);
    console.log(
      `${''.padEnd(24)}${['requests/s', 'p50 ms', 'p99 ms'].map((word) => word.padStart(12)).join('')}`,
    );
    for (const contender of contenders) await compare(contender);
  } finally {
    await server.stop();
    await sql.end();
    await cluster.stop();
  }
}

async function compare({ name, api, driver }: Contenders): Promise<void> {
  const rounds: { api: Load[]; driver: Load[] } = { api: [], driver: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.api.push(await underLoad(api, AT_ONCE, ROUND_MS));
    rounds.driver.push(await underLoad(driver, AT_ONCE, ROUND_MS));
  }
  const [ours, bare] = [median(rounds.api), median(rounds.driver)];
  print(`${name}, API`, ours);
  print(`${name}, bare driver`, bare);
  console.log(`${''.padEnd(24)}${`${((ours.rate / bare.rate) * 100).toFixed(0)} %`.padStart(12)}\n`);
}

function print(label: string, { rate, p50, p99 }: Load): void {
  const cells = [rate.toFixed(0), p50.toFixed(1), p99.toFixed(1)];
  console.log(`${label.padEnd(24)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}

async function prepare(sql: postgres.Sql, origin: string): Promise<Contenders[]> {
  await sql`insert into city (name, country, latitude, longitude)
    select 'Town ' || md5(n::text), (array['ES', 'PT', 'FR'])[1 + n % 3], n % 90, n % 180
    from generate_series(1, ${ROWS}) n`;
  await sql`analyze`;
  const token = await makeAdministrator(sql);
  const rowSchema = z.array(z.object({ id: z.string() }));
  const ids = rowSchema.parse(await sql`select id from city limit 1000`).map(({ id }) => id);
  const pick = () => ids[Math.floor(Math.random() * ids.length)] ?? '';
  const ask = httpClient(origin, AT_ONCE);
  const headers = { Authorization: `Bearer ${token}` };
  // Concurrent requests update different rows: the benchmark measures updates, not conflicts.
  const free = ids.slice(0, AT_ONCE);

  return [
    {
      name: 'list',
      api: () => ask({ path: '/api/city?country=ES&sort=name&size=20' }),
      driver: () =>
        Promise.all([
          sql`select id, created_at, updated_at, version, name, country, latitude, longitude from city
            where country = 'ES' order by name, id limit 20 offset 0`,
          sql`select count(*)::int from city where country = 'ES'`,
        ]),
    },
    {
      name: 'read',
      api: () => ask({ path: `/api/city/${pick()}` }),
      driver: () => sql`select id, created_at, updated_at, version, name, country, latitude, longitude
        from city where id = ${pick()}`,
    },
    {
      name: 'update',
      api: async () => {
        const id = free.pop() ?? '';
        const { version } = z
          .object({ version: z.number() })
          .parse((await sql`select version from city where id = ${id}`)[0]);
        await ask({ path: `/api/city/${id}`, method: 'PUT', headers, body: { latitude: 1, version } });
        free.push(id);
      },
      driver: async () => {
        const id = free.pop() ?? '';
        const [row] = await sql`select version from city where id = ${id}`;
        await sql`update city set latitude = 2, version = version + 1, updated_at = now()
          where id = ${id} and version = ${row?.version}`;
        free.push(id);
      },
    },
  ];
}

async function makeAdministrator(sql: postgres.Sql): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('base64url');
  const [row] = await sql`insert into "user" (username, urlname, email)
    values ('bench', 'bench', 'bench@example.org') returning id`;
  await sql`insert into role (user_id, rolename) values (${row?.id}, 'ADMIN')`;
  await sql`insert into session (user_id, token_hash, expires_at)
    values (${row?.id}, ${hash}, now() + interval '1 day')`;
  return token;
}

await benchApi();
