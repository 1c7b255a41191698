import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { producerSetting, user } from '#db/schema/index.ts';
import { makeStreamer, makeUser, signIn } from '#tests/support/people/people.ts';

/** A streamer, and a session of theirs. */
export type Owner = { id: string; urlname: string; token: string };

/** People in the site's lists, of whom an owner can have favourites, blocks and reviews. */
const CROWD = 1_000;

/** Makes an ordinary streamer: some hours a day, a week off. */
export async function ordinaryOwner(db: Database): Promise<Owner> {
  const owner = await newOwner(db, 30);
  await db.execute(rules(owner.id, 7, 600));
  await db.execute(sql`insert into availability_exception (producer_id, kind, first_day, last_day, time_zone)
    values (${owner.id}, 'OFF', current_date + 7, current_date + 14, 'Europe/Madrid')`);
  return owner;
}

/**
 * Makes a streamer with as much of everything as the limits allow, and of what has none as much as a program stores in
 * a day or two: hours in as many time zones as there are rows, each for a year; log-ins, rooms, bookings that ended.
 */
export async function fullestOwner(db: Database): Promise<Owner> {
  const owner = await newOwner(db, 5);
  const { id } = owner;
  await db.execute(sql`insert into "user" (username, urlname, email)
    select 'crowd' || n, 'crowd' || n, 'crowd' || n || '@example.org' from generate_series(1, ${CROWD}::integer) n`);
  const crowd = sql`(select id, row_number() over () n from "user" where username like 'crowd%')`;
  for (const rows of [
    rules(id, 100, 90),
    // Times off of a minute, which divide the day, and extra hours from midnight to midnight.
    sql`insert into availability_exception (producer_id, kind, first_day, last_day, start_minute, end_minute,
        min_minutes, max_minutes, price_minor, currency, time_zone)
      select ${id}, case when n <= 100 then 'OFF' else 'EXTRA' end, current_date, current_date + 366,
        case when n <= 100 then n * 14 else 0 end, case when n <= 100 then n * 14 + 1 else 1440 end,
        case when n > 100 then 5 end, case when n > 100 then 480 end, case when n > 100 then n end,
        case when n > 100 then 'EUR' end, zone
      from (select name zone, row_number() over (order by name) n from pg_timezone_names
        where name ~ '^(Africa|America|Asia|Europe|Pacific)/[A-Z][a-z]+$') zones where n <= 200`,
    sql`insert into user_block (user_id, blocked_id) select ${id}, id from ${crowd} people`,
    sql`insert into user_favourite (user_id, favourite_id) select ${id}, id from ${crowd} people where n <= 500`,
    sql`insert into review (author_id, producer_id, rating, text)
      select ${id}, id, 5, repeat('good ', 400) from ${crowd} people`,
    sql`insert into review (author_id, producer_id, rating, text)
      select id, ${id}, 5, repeat('good ', 400) from ${crowd} people`,
    sql`insert into inquiry (user_id, message) select ${id}, repeat('hello ', 800) from generate_series(1, 200)`,
    sql`insert into api_key (user_id, name, prefix, token_hash, scopes, revoked_at)
      select ${id}, 'key', 'pk_', gen_random_uuid(), '{}', now() from generate_series(1, 500)`,
    sql`insert into image (user_id, key, width, height, size)
      select ${id}, gen_random_uuid(), 4000, 2000, 1000000 from generate_series(1, 60)`,
    sql`insert into audit (action, actor_id, actor_name, address, created_at)
      select 'LOG_IN', ${id}, 'owner', '192.0.2.1', now() - n * interval '10 seconds' from generate_series(1, 10000) n`,
    sql`insert into channel (token, node_id, host_key, host_user_id, expires_at, status, started_at, ended_at)
      select 'ROOM' || n, 'node', 'key', ${id}, now(), 'FINISHED', now(), now() from generate_series(1, 4000) n`,
    sql`insert into call_sample (channel_id, seat, at, ms)
      select id, 'host', now() - n * interval '10 seconds', 10000
      from (select id from channel where host_user_id = ${id} limit 400) rooms, generate_series(1, 100) n`,
    sql`insert into booking (producer_id, consumer_id, status, start_at, end_at, rest_minutes, price_minor, currency,
        amount, time_zone, local_start, tz_version, client_key, ended_reason)
      select ${id}, p.id, 'CANCELLED', now() + n * interval '1 hour', now() + (n + 1) * interval '1 hour', 0, 100, 'EUR',
        6000, 'UTC', '2030-01-01', '2026a', gen_random_uuid(), 'CONSUMER' from ${crowd} p`,
  ])
    await db.execute(rows);
  await db.execute(sql`analyze`);
  return owner;
}

async function newOwner(db: Database, gridMinutes: number): Promise<Owner> {
  const id = await makeStreamer(db, await makeUser(db, { emailVerifiedAt: new Date() }));
  await db
    .insert(producerSetting)
    .values({ userId: id, timeZone: 'Europe/Madrid', gridMinutes, horizonDays: 180 });
  const [row] = await db.select({ urlname: user.urlname }).from(user).where(eq(user.id, id));
  if (!row) throw new Error('The streamer was not written');
  return { id, urlname: row.urlname, token: await signIn(db, id) };
}

/** Hours of each weekday in turn, each `minutes` long. */
function rules(id: string, count: number, minutes: number): SQL {
  return sql`insert into availability_rule (producer_id, day_of_week, start_minute, end_minute, min_minutes,
      max_minutes, price_minor, currency, time_zone)
    select ${id}, n % 7 + 1, n / 7 * ${minutes}::integer, (n / 7 + 1) * ${minutes}::integer, 30, 60, 100, 'EUR',
      'Europe/Madrid' from generate_series(0, ${count - 1}::integer) n`;
}
