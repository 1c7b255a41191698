import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from './client.ts';
import { createTestDatabase } from './tests/database.ts';

// Each test fails without one part of patches/postgres+*.patch: see docs/decisions/038-driver.md.

let url: string;
beforeAll(async () => {
  url = await createTestDatabase();
});

const CLOSED = { code: 'CONNECTION_CLOSED' };

/**
 * The driver alone, on sockets that the test can end.
 * @returns the sockets as the driver opens them, too
 */
function openPool(max = 1) {
  const sockets: Socket[] = [];
  const socket = async () => {
    const { hostname, port } = new URL(url);
    const opened = connect(Number(port), hostname);
    await once(opened, 'connect');
    sockets.push(opened);
    return opened;
  };
  // Its types lack `socket`.
  const client = postgres(url, { max, fetch_types: false, backoff: () => 0, ...{ socket } });
  onTestFinished(() => client.end({ timeout: 0 }));
  return { client, sockets };
}

async function end(socket?: Socket): Promise<void> {
  socket?.destroy();
  if (socket) await once(socket, 'close');
}

it('nextWrite: a query is refused where there is no socket any more, and the process goes on', async () => {
  const { client, sockets } = openPool();
  await client`select 1`;
  const reserved = await client.reserve();
  await end(sockets[0]);
  await expect(reserved`select 1`).rejects.toMatchObject(CLOSED);
});

it('errored: rows that are copied in and break a rule are refused', async () => {
  const { client } = openPool();
  const copying = client.begin(async (tx) => {
    await tx`create temporary table numbers (n int primary key)`;
    await pipeline(['1\n1\n'], await tx`copy numbers from stdin`.writable());
  });
  await expect(copying).rejects.toMatchObject({ code: '23505' });
});

it('closed: what had not been sent is dropped, and the next connection in its place works', async () => {
  const { client, sockets } = openPool(2);
  const both = () => Promise.all([client`select pg_sleep(0.01)`, client`select pg_sleep(0.01)`]);
  await both();
  // As one ends, the query goes to the other, which ends before it sends anything.
  const unsent = Promise.race(sockets.map((socket) => once(socket, 'close'))).then(() => client`select 1`);
  for (const socket of sockets) socket.destroy();
  await expect(unsent).rejects.toMatchObject(CLOSED);
  await both();
});

it('closed: a pool ends after a connection was lost in the middle of a query', async () => {
  const { client, sockets } = openPool();
  await client`select 1`;
  const asked = client`select pg_sleep(600)`.execute();
  await expect.poll(() => 'active' in asked && asked.active).toBe(true);
  sockets[0]?.destroy();
  await expect(asked).rejects.toMatchObject(CLOSED);
  await client.end();
});

it('closed: what a transaction sends as its connection is reset does not wait for the next connection', async () => {
  const { client, sockets } = openPool();
  const lost = client.begin(async (tx) => {
    const asked = tx`select pg_sleep(600)`.execute();
    await expect.poll(() => 'active' in asked && asked.active).toBe(true);
    sockets[0]?.destroy(new Error('reset'));
    // Refused before the socket is closed: then comes the rollback.
    await asked;
  });
  await expect(lost).rejects.toMatchObject(CLOSED);
  for (const n of [1, 2]) expect(await client`select ${n}::int as n`).toEqual([{ n }]);
});

it('closed: why PostgreSQL ended a connection is not told to the next query', async () => {
  const { client } = openPool();
  const { client: administrator } = openPool();
  const [backend] = await client`select pg_backend_pid() as pid`;
  const asked = client`select pg_sleep(600)`.execute();
  asked.catch(() => {});
  const isAsleep = () =>
    administrator`select from pg_stat_activity where pid = ${backend?.pid} and wait_event = 'PgSleep'`;
  await expect.poll(isAsleep).toHaveLength(1);
  await administrator`select pg_terminate_backend(${backend?.pid})`;
  await expect(asked).rejects.toMatchObject(CLOSED);
  expect(await client`select 1 as n`).toEqual([{ n: 1 }]);
});

it('ReadyForQuery: rows are counted from nothing after a query that failed after some rows', async () => {
  const { client } = openPool();
  await expect(client`select 1 / (5 - n) from generate_series(1, 9) n`).rejects.toMatchObject({
    code: '22012',
  });
  expect(await client`select 1 as n`).toEqual([{ n: 1 }]);
});

describe('begin, and its handler: a transaction that has lost its connection', () => {
  /** @returns the rows of a transaction that begins in its place in the pool and commits, beside what the lost one does */
  async function rowsBeside(lateWork: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<unknown[]> {
    const { client, sockets } = openPool();
    await client`create table late (who text)`;
    onTestFinished(async () => void (await client`drop table late`));
    const [ended, begun, late] = [gate(), gate(), gate()];
    const lost = client.begin(async (tx) => {
      await tx`insert into late values ('lost')`;
      await end(sockets[0]);
      ended.open();
      await begun.opened;
      await lateWork(tx).finally(late.open);
    });
    const refused = expect(lost).rejects.toMatchObject(CLOSED);
    await ended.opened;
    await client.begin(async (tx) => {
      await tx`insert into late values ('other')`;
      begun.open();
      await late.opened;
      await tx`insert into late values ('other')`;
    });
    await refused;
    return [...(await client`select who from late`)];
  }

  const others = [{ who: 'other' }, { who: 'other' }];

  it('writes nothing in another one', async () => {
    expect(await rowsBeside((tx) => tx`insert into late values ('late')`.catch(() => {}))).toEqual(others);
  });

  it('does not roll back another one', async () => {
    expect(
      await rowsBeside(async (tx) => {
        await tx`savepoint mine`.catch(() => {});
        throw new Error('of the work');
      }),
    ).toEqual(others);
  });
});

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('when PostgreSQL ends connections at any moment', () => {
  const ENDED = 400;
  const PAUSE_MS = 30;
  const WORKERS = 8;

  it('completes or rejects each transaction, and no query waits for ever', async () => {
    const db = openDatabase(url);
    onTestFinished(() => db.$client.end());
    await db.execute(sql`create table half (transaction int, half int, primary key (transaction, half))`);
    const uncaught: unknown[] = [];
    const hear = (error: unknown) => uncaught.push(error);
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      process.on(event, hear);
      onTestFinished(() => void process.off(event, hear));
    }
    let ending = true;
    let transactions = 0;
    const kept: number[] = [];
    const work = async () => {
      while (ending) {
        const transaction = ++transactions;
        await db
          .transaction(async (tx) => {
            for (const half of [1, 2]) {
              await tx.execute(sql`insert into half values (${transaction}, ${half})`);
              // Of a length other than what the driver sends at once.
              await tx.execute(sql`select ${'x'.repeat(half * 800)}::text`);
            }
          })
          .then(
            () => kept.push(transaction),
            // Expected rejection: the connection ended.
            () => {},
          );
      }
    };
    const workers = Array.from({ length: WORKERS }, work);
    await endOthers();
    ending = false;
    await Promise.all(workers);
    expect(uncaught).toEqual([]);
    // A new pool, as the old one may not have noticed yet which of its connections ended.
    const after = openDatabase(url);
    onTestFinished(() => after.$client.end());
    const rows =
      await after.$client`select transaction, count(*)::int as halves from half group by transaction`;
    expect(rows.filter(({ halves }) => halves !== 2)).toEqual([]);
    const found = new Set(rows.map(({ transaction }) => transaction));
    expect(kept.filter((transaction) => !found.has(transaction))).toEqual([]);
    expect(kept).not.toEqual([]);
  }, 120_000);

  async function endOthers(): Promise<void> {
    const onlooker = openDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href);
    const name = new URL(url).pathname.slice(1);
    for (let n = 0; n < ENDED; n++) {
      await sleep(Math.random() * PAUSE_MS);
      await onlooker.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and backend_type = 'client backend'`);
    }
    await onlooker.$client.end();
  }
});
