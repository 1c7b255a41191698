import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/test-database.ts';

let db: Database;

beforeAll(async () => {
  db = openDatabase(await createTestDatabase());
  // Enough for the planner to prefer an index, as it does in a database that is in use.
  await db.execute(sql`insert into "user" (username, urlname, email)
    select 'person' || n, 'person' || n, 'person' || n || '@example.org' from generate_series(1, 20000) n`);
  await db.execute(sql`insert into session (user_id, token_hash, expires_at)
    select id, 'hash of ' || username, now() + interval '1 day' from "user"`);
  await db.execute(sql`insert into role (user_id, rolename) select id, 'PRODUCER' from "user"`);
  await db.execute(sql`insert into city (name, country, latitude, longitude)
    select 'Town ' || n, (array['ES', 'PT', 'FR'])[1 + n % 3], 0, 0 from generate_series(1, 20000) n`);
  await db.execute(sql`insert into blog (name, language, title, published_at)
    select 'post-' || n, 'ENGLISH', 'Post ' || n, now() - n * interval '1 hour' from generate_series(1, 20000) n`);
  await db.execute(sql`insert into channel (token, node_id, host_key, expires_at, status, ended_at)
    select 'ROOM' || n, 'node', 'key', now(), 'FINISHED', now() from generate_series(1, 20000) n`);
  await db.execute(sql`insert into block_address (address)
    select ('10.' || n / 256 || '.' || n % 256 || '.0/24')::cidr from generate_series(0, 19999) n`);
  await db.execute(sql`analyze`);
});
afterAll(() => db.$client.end());

const planSchema = z
  .tuple([z.object({ 'QUERY PLAN': z.string() })])
  .rest(z.object({ 'QUERY PLAN': z.string() }));

async function planOf(query: SQL): Promise<string> {
  const rows = planSchema.parse([...(await db.execute(sql`explain ${query}`))]);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it.each([
  [
    'who asks',
    sql`select * from session join "user" u on u.id = user_id where token_hash = 'hash of person7'`,
  ],
  ['their roles', sql`select rolename from role where user_id = (select id from "user" limit 1)`],
  ['login', sql`select id from "user" where lower(username) = lower('Person7')`],
  ['login by e-mail', sql`select id from "user" where lower(email) = lower('person7@example.org')`],
  ['a profile', sql`select * from "user" where urlname = 'person7'`],
  ['whether an address is blocked', sql`select 1 from block_address where address >>= '10.3.4.5'::inet`],
  ['a room', sql`select * from channel where token = 'ROOM7'`],
  ['the newest rooms', sql`select * from channel order by created_at desc, id desc limit 20`],
  ['the newest users', sql`select * from "user" order by created_at desc, id desc limit 20`],
  ['a search for users', sql`select * from "user" where username ilike '%son1234%'`],
  ['cities of a country', sql`select * from city where country = 'ES' order by name limit 20`],
  ['a search for cities', sql`select * from city where name ilike '%wn 1234%'`],
  ['an article', sql`select * from blog where language = 'ENGLISH' and name = 'post-7'`],
  [
    'the newest articles',
    sql`select * from blog where language = 'ENGLISH' and published_at <= now() order by published_at desc limit 20`,
  ],
])('%s is found by an index', async (_what, query) => {
  expect(await planOf(query)).not.toContain('Seq Scan');
});
