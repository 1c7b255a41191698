import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';
import { bearer, makeUser, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { endConnections, openOnlooker } from '../../support/servers/connections.ts';

let url: string;
let db: Database;
let server: WebServer;

beforeAll(async () => {
  url = await createTestDatabase();
  db = openOnlooker(url);
  // Enough rows for the planner to prefer an index, as in a real database.
  await db.execute(sql`insert into "user" (username, urlname, email, control_modes)
    select 'person' || n, 'person' || n, 'person' || n || '@example.org', '{VOICE}' from generate_series(1, 20000) n`);
  await db.execute(sql`insert into session (user_id, token_hash, expires_at)
    select id, 'hash of ' || username, now() + interval '1 day' from "user"`);
  await db.execute(sql`insert into role (user_id, rolename) select id, 'PRODUCER' from "user"`);
  await db.execute(sql`insert into user_price select id, 'EUR', 1 from "user"`);
  await db.execute(sql`insert into city (name, country, latitude, longitude)
    select 'Town ' || n, country.name, 0, 0 from country cross join generate_series(1, 600) n`);
  await db.execute(sql`insert into blog (name, language, title, published_at)
    select 'post-' || n, 'ENGLISH', 'Post ' || n, now() - n * interval '1 hour' from generate_series(1, 20000) n`);
  await db.execute(sql`insert into channel (token, node_id, host_key, expires_at, status, ended_at)
    select 'ROOM' || n, 'node', 'key', now(), 'FINISHED', now() from generate_series(1, 20000) n`);
  await db.execute(sql`insert into review (author_id, producer_id, rating, text)
    select a.id, b.id, 5, 'superb' || a.username
    from generate_series(1, 19999) n
    join "user" a on a.username = 'person' || n join "user" b on b.username = 'person' || n + 1`);
  await db.execute(sql`insert into block_address (address)
    select ('10.' || n / 256 || '.' || n % 256 || '.0/24')::cidr from generate_series(0, 19999) n`);
  await db.execute(sql`vacuum analyze`);
  server = await startWebServer(url);
});
afterAll(async () => {
  await server?.stop();
  await db.$client.end();
});

/** The number of sequential scans of each table. */
async function fullReads(): Promise<Map<string, number>> {
  await db.execute(sql`select pg_stat_clear_snapshot()`);
  const rows = await db.execute(sql`select relname, seq_scan::int from pg_stat_user_tables`);
  const parsed = z.array(z.object({ relname: z.string(), seq_scan: z.number() })).parse([...rows]);
  return new Map(parsed.map(({ relname, seq_scan }) => [relname, seq_scan]));
}

/** The tables that a request reads by sequential scan, from the database's statistics. */
async function readInFull(path: string, body?: unknown): Promise<string[]> {
  const headers = { Accept: '*/*', ...bearer(await signIn(db, await makeUser(db, {}, ['ADMIN']))) };
  let before = await fullReads();
  let { status } = await new Client(server.url).call(path, { body, headers });
  // The server may still hold a connection that was terminated after the last request.
  for (let tries = 0; status === 503 && tries < 10; tries++) {
    before = await fullReads();
    ({ status } = await new Client(server.url).call(path, { body, headers }));
  }
  expect(status).toBeLessThan(500);
  await endConnections(db, server, url);
  const after = await fullReads();
  const large = ['user', 'session', 'role', 'city', 'blog', 'channel', 'review', 'block_address'];
  return large.filter((table) => (after.get(table) ?? 0) > (before.get(table) ?? 0));
}

it.each([
  ['who asks', '/api/user/auth'],
  ['where one is signed in', '/api/session'],
  ['a login', '/api/login', { username: 'Person7', password: 'wrong' }],
  ['a login by e-mail', '/api/login', { username: 'Person7@example.org', password: 'wrong' }],
  ['a room', '/api/channel/check/K7M4QX9TR'],
  ['one row', '/api/city/00000000-0000-4000-8000-000000000000'],
  ['cities of a country', '/api/city?country=ES&sort=name'],
  ['a search for cities', '/api/city?q=wn+123'],
  ['a search for rooms, by code or person', '/api/channel?q=room12345'],
  ['a search for reviews, by text or person', '/api/review?q=superbperson12345'],
  ['a search for users, as administrators', '/api/user?q=person12345'],
  ['an article', '/api/blog/language/en/article/post-7'],
])('%s is found by an index', async (_what, path, body?: unknown) => {
  expect(await readInFull(path, body)).toEqual([]);
});

it('a search for streamers reads neither people nor cities in full', async () => {
  const read = await readInFull('/user?q=person12345');
  expect(read).not.toContain('user');
  expect(read).not.toContain('city');
});

it('the count notices a table that is read in full', async () => {
  expect(await readInFull('/api/city?sort=updatedAt')).toEqual(['city']);
});
