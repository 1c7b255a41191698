import { createECDH, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Entity, RowLimit } from '#app/entities/entity.server.ts';
import { ENTITIES } from '#app/entities/registry.server.ts';
import * as schema from '#db/schema/index.ts';
import { ownerOfKeys } from '../../support/people/keys.ts';
import { signUp } from '../../support/people/members.ts';
import { bearer, makeCall, makeStreamer, makeUser, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { type Person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let me: Person;

beforeAll(async () => {
  site = await startSite();
  // People to have many reviews of, favourites and blocks.
  await site.db.execute(sql`insert into "user" (username, urlname, email)
    select 'crowd' || n, 'crowd' || n, 'crowd' || n || '@example.org' from generate_series(1, 1000) n`);
});
afterAll(() => site.stop());
beforeEach(async () => {
  me = await ownerOfKeys(site);
  await makeStreamer(site.db, me.id);
});

const fill = (query: ReturnType<typeof sql>) => site.db.execute(query);
const crowd = (count: number) => sql`(select id from "user" where username like 'crowd%' limit ${count})`;

const day = { firstDay: '2030-05-01', lastDay: '2030-05-01', timeZone: 'UTC' };
const rule = {
  endMinute: 1_320,
  minMinutes: 5,
  maxMinutes: 5,
  priceMinor: 100,
  currency: 'EUR',
  timeZone: 'UTC',
};

/** For each limited entity: adds rows of mine, and two different new ones to create. */
const CASES: Record<string, { fill(rows: number): Promise<unknown>; two(): Promise<object[]> }> = {
  'availability-exception': {
    fill: (rows) =>
      fill(sql`insert into availability_exception (producer_id, kind, first_day, last_day, time_zone)
      select ${me.id}, 'OFF', '2030-05-01', '2030-05-01', 'UTC' from generate_series(1, ${rows}::integer)`),
    two: async () => [1, 2].map(() => ({ ...day, kind: 'OFF' })),
  },
  'availability-rule': {
    fill: (rows) =>
      fill(sql`insert into availability_rule (producer_id, day_of_week, start_minute, end_minute,
        min_minutes, max_minutes, price_minor, currency, time_zone)
      select ${me.id}, n % 7 + 1, n / 7 * 10, n / 7 * 10 + 10, 5, 5, 100, 'EUR', 'UTC'
      from generate_series(1, ${rows}::integer) n`),
    two: async () => [1, 2].map((dayOfWeek) => ({ ...rule, dayOfWeek, startMinute: 1_300 })),
  },
  'push-notification': {
    fill: (rows) =>
      fill(sql`insert into push_notification (user_id, endpoint, p256dh, auth)
      select ${me.id}, 'https://fcm.googleapis.com/' || gen_random_uuid(), 'key', 'auth' from generate_series(1, ${rows}::integer)`),
    two: async () =>
      [1, 2].map(() => ({
        endpoint: `https://fcm.googleapis.com/${randomBytes(8).toString('hex')}`,
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      })),
  },
  review: {
    fill: (rows) =>
      fill(sql`insert into review (author_id, producer_id, rating)
      select ${me.id}, id, 5 from ${crowd(rows)} people`),
    two: async () => {
      const people = [await makeUser(site.db), await makeUser(site.db)];
      for (const id of people) {
        await makeStreamer(site.db, id);
        await makeCall(site.db, id, me.id);
      }
      return people.map((producerId) => ({ producerId, rating: 5 }));
    },
  },
  inquiry: {
    fill: (rows) =>
      fill(sql`insert into inquiry (user_id, message)
      select ${me.id}, 'hello' from generate_series(1, ${rows}::integer)`),
    two: async () => [1, 2].map((n) => ({ message: `Hello ${n}` })),
  },
};

const limited = ENTITIES.flatMap((entity: Entity): [string, RowLimit][] => {
  const { name, rowLimit } = entity;
  // The settings of a streamer are unique.
  return rowLimit && rowLimit !== 'anonymousRow' && rowLimit.rows > 1 ? [[name, rowLimit]] : [];
});

it('has a case for each limited entity', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(limited.map(([name]) => name).toSorted());
});

const tooMany = (limit: number) => ({ status: 409, body: { code: 'TOO_MANY', current: { limit } } });

describe.each(limited)('%s', (name, { owner, rows }) => {
  it('is created up to its limit per owner, also by two requests at once', async () => {
    await CASES[name]?.fill(rows - 1);
    const [one, other] = (await CASES[name]?.two()) ?? [];
    const sessions = [me.token, await signIn(site.db, me.id)];
    const answers = await Promise.all(
      [one, other].map((body, nth) =>
        send(site, `/api/${name}`, { body, headers: bearer(sessions[nth] ?? '') }),
      ),
    );
    const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect([made?.status, made?.body]).toEqual([201, expect.anything()]);
    expect(refused).toMatchObject(tooMany(rows));
    expect(await site.db.$count(owner.table, eq(owner, me.id))).toBe(rows);
  });
});

it('keys that have ended count towards a limit of their own', async () => {
  const { apiKey } = schema;
  await fill(sql`insert into api_key (user_id, name, prefix, token_hash, scopes, revoked_at)
    select ${me.id}, 'old', 'pk_', gen_random_uuid(), '{}', now() from generate_series(1, 499)`);
  const body = { name: 'Shop', scopes: ['room:create'] };
  const answers = await Promise.all([1, 2].map(() => send(site, '/api/api-key', { as: me, body })));
  const refused = answers.toSorted((a, b) => a.status - b.status)[1];
  expect(refused).toMatchObject(tooMany(500));
  expect(await site.db.$count(apiKey, eq(apiKey.userId, me.id))).toBe(500);
});

const { userFavourite, userBlock } = schema;

it.each([
  ['favourites', userFavourite, userFavourite.userId, userFavourite.favouriteId, 500],
  ['blocked people', userBlock, userBlock.userId, userBlock.blockedId, 1_000],
] as const)(
  '%s are limited, and the page says how many there may be',
  async (what, table, owner, of, limit) => {
    const { id, client } = await signUp(site.server.url);
    await fill(sql`insert into ${table} (${sql.identifier(owner.name)}, ${sql.identifier(of.name)})
    select ${id}, id from ${crowd(limit)} people`);
    const other = await makeUser(site.db);
    await makeStreamer(site.db, other);
    const [found] = await site.db.select().from(schema.user).where(eq(schema.user.id, other));
    const name = found?.username ?? '';
    const [path, fields]: [string, Record<string, string>] =
      what === 'favourites'
        ? [`/user/${name}`, { intent: 'favourite' }]
        : ['/personal/blocked', { intent: 'block', username: name }];
    const { status, body } = await client.call(path, { body: new URLSearchParams(fields) });
    expect(status).toBe(409);
    expect(String(body)).toContain(`You can have ${limit} of these at most`);
    expect(await site.db.$count(table, eq(owner, id))).toBe(limit);
  },
);

it('a visitor’s rows are not counted as anybody’s, and a user’s without an owner are limited by address', async () => {
  await CASES.inquiry?.fill(200);
  expect(await send(site, '/api/inquiry', { body: { message: 'Hello' } })).toMatchObject({ status: 201 });
  const client = new Client(site.server.url);
  const counts: Record<number, number> = {};
  for (let nth = 0; nth < 25; nth++) {
    const body = { email: `me${nth}@example.org`, language: 'ENGLISH' };
    const { status } = await client.call('/api/subscription', { body, headers: bearer(me.token) });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  expect(counts).toEqual({ 201: 20, 429: 5 });
});
