import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiKey, CHANNEL_END, channel, keyedRoom, user } from '#db/schema/index.ts';
import { QUIET } from '#protocol/errors.ts';
import { ticketClaimsSchema } from '#protocol/ticket.ts';
import { recordSecret } from '#scripts/testing/secrets.ts';
import { newKey, ownerOfKeys } from '../../support/people/keys.ts';
import { bearer } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

const SHOP = 'https://shop.example';

let site: Site;
let me: Person;
let key: string;
beforeAll(async () => {
  site = await startSite();
  await makeMediaNode(site.db);
  me = await ownerOfKeys(site);
  key = (await newKey(site, me, { origins: [SHOP] })).key;
});
afterAll(() => site.stop());

const roomSchema = z.object({
  id: z.string(),
  code: z.string(),
  hostUrl: z.string(),
  guestUrl: z.string(),
  expiresAt: z.coerce.date(),
});

const ask = (with_: string, body: Record<string, unknown> = {}) =>
  send(site, '/api/room', { headers: bearer(with_), body });

async function makeRoom(body: Record<string, unknown> = {}) {
  const answer = await ask(key, body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  const room = roomSchema.parse(answer.body);
  recordSecret(room.code);
  const claim = new URLSearchParams(new URL(room.hostUrl).hash.slice(1)).get('claim') ?? '';
  recordSecret(claim);
  return { ...room, claim };
}

const browser = () => new Client(site.server.url);
const sit = (client: Client, code: string, seat: 'host' | 'guest', claim?: string) =>
  client.call(`/api/channel/seat/${code}`, { body: { seat, ...(claim && { claim }) } });
const read = (id: string, with_ = key) => send(site, `/api/room/${id}`, { headers: bearer(with_) });

it('the code of a room that waits for its host is valid', async () => {
  const { code, claim } = await makeRoom();
  const check = () => browser().call(`/api/channel/check/${code}`);
  expect(await check()).toMatchObject({ status: 200, body: { token: code } });
  // The host has followed their link, and has not opened the room.
  expect((await sit(browser(), code, 'host', claim)).status).toBe(200);
  expect((await check()).status).toBe(200);
  expect((await sit(browser(), code, 'guest')).status).toBe(200);
});

describe('POST /api/room', () => {
  it('requires a key with the scope', async () => {
    const { key: reads } = await newKey(site, me, { scopes: ['room:read'] });
    expect(await ask(reads)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    for (const wrong of ['pk_wrong', `${key}x`, me.token])
      expect(await ask(wrong)).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
    expect(await send(site, '/api/room', { body: {} })).toMatchObject({ status: 401 });
    await makeRoom();
  });

  it('refuses keys that are revoked or expired, or whose owner is suspended', async () => {
    const owner = await ownerOfKeys(site);
    const revoked = await newKey(site, owner);
    expect((await ask(revoked.key)).status).toBe(201);
    const change = { version: revoked.version, revoked: true };
    await send(site, `/api/api-key/${revoked.id}`, { as: owner, method: 'PUT', body: change });
    expect((await ask(revoked.key)).status).toBe(401);
    // Revoking is final.
    await send(site, `/api/api-key/${revoked.id}`, {
      as: owner,
      method: 'PUT',
      body: { version: 2, revoked: false },
    });
    expect((await ask(revoked.key)).status).toBe(401);
    const short = await newKey(site, owner, { expiresInDays: 1 });
    expect((await ask(short.key)).status).toBe(201);
    await site.db.update(apiKey).set({ expiresAt: sql`now()` }).where(eq(apiKey.id, short.id));
    expect((await ask(short.key)).status).toBe(401);
    const lasting = await newKey(site, owner);
    await site.db
      .update(user)
      .set({ suspendedAt: new Date(), suspensionReason: 'Spam' })
      .where(eq(user.id, owner.id));
    expect((await ask(lasting.key)).status).toBe(401);
  });

  it('limits each key separately by its rooms per minute', async () => {
    const owner = await ownerOfKeys(site);
    const few = await newKey(site, owner);
    const many = await newKey(site, owner);
    await site.db.update(apiKey).set({ perMinute: 3 }).where(eq(apiKey.id, few.id));
    for (let n = 0; n < 3; n++) expect((await ask(few.key)).status).toBe(201);
    const refused = await ask(few.key);
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask(many.key)).status).toBe(201);
  });

  it('responds with links to a waiting room, and records when the key was used', async () => {
    const room = await makeRoom({ expiresInMinutes: 30 });
    const { origin } = new URL(room.guestUrl);
    expect(room.guestUrl).toBe(`${origin}/room/guest/${room.code}`);
    expect(room.hostUrl).toBe(`${origin}/room/host/${room.code}#claim=${room.claim}`);
    const [row] = await site.db.select().from(channel).where(eq(channel.id, room.id));
    expect(row).toMatchObject({ status: 'CREATED', expiresAt: room.expiresAt, hostUserId: null });
    const waitsMs = room.expiresAt.getTime() - (row?.createdAt.getTime() ?? 0);
    expect(Math.round(waitsMs / 60_000)).toBe(30);
    const [used] = await site.db
      .select()
      .from(apiKey)
      .where(eq(apiKey.userId, me.id))
      .orderBy(apiKey.createdAt);
    expect(used?.lastUsedAt).toBeInstanceOf(Date);
    const [kept] = await site.db.select().from(keyedRoom).where(eq(keyedRoom.channelId, room.id));
    expect(JSON.stringify([row, kept])).not.toContain(room.claim);
  });

  it('refuses unknown fields and values, and a return URL outside the key’s origins', async () => {
    const wrong = [
      { expiresInMinutes: 0 },
      { expiresInMinutes: 1_441 },
      { projection: 'cube' },
      { returnUrl: 'https://evil.example/' },
      { returnUrl: 'https://shop.example.evil.example/' },
      { returnUrl: 'javascript:alert(1)' },
      { hostName: '' },
      { owner: me.id },
    ];
    for (const body of wrong) expect([body, (await ask(key, body)).status]).toEqual([body, 400]);
  });
});

describe('The seats of a room made with a key', () => {
  it('the host’s belongs to the first browser that uses the link, afterwards also without it', async () => {
    const { code, claim } = await makeRoom();
    const [first, second] = [browser(), browser()];
    const refused = { status: 403, body: { code: 'SEAT_TAKEN' } };
    expect(await sit(first, code, 'host')).toMatchObject(refused);
    expect(await sit(first, code, 'host', 'x'.repeat(43))).toMatchObject(refused);
    expect(await sit(first, code, 'host', claim)).toMatchObject({ status: 200 });
    expect(await sit(second, code, 'host', claim)).toMatchObject(refused);
    expect(await sit(first, code, 'host')).toMatchObject({ status: 200 });
    expect(await sit(first, code, 'host', claim)).toMatchObject({ status: 200 });
  });

  it('only one of two concurrent browsers becomes the host', async () => {
    const { code, claim } = await makeRoom();
    const both = await Promise.all([browser(), browser()].map((one) => sit(one, code, 'host', claim)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('the ticket contains the key by which the media server knows the host, also if the guest came first', async () => {
    const { id, code, claim } = await makeRoom();
    expect((await sit(browser(), code, 'guest')).status).toBe(200);
    const [row] = await site.db.select().from(channel).where(eq(channel.id, id));
    const { body } = await sit(browser(), code, 'host', claim);
    const { ticket } = z.object({ ticket: z.string() }).parse(body);
    expect(ticketClaimsSchema.parse(decodeJwt(ticket))).toMatchObject({ seat: 'host', holder: row?.hostKey });
    const [after] = await site.db.select().from(channel).where(eq(channel.id, id));
    expect(after?.hostKey).toBe(row?.hostKey);
  });

  it('contain names, settings and the return URL, which the people in the room can look up', async () => {
    const returnUrl = `${SHOP}/after?order=7`;
    const wanted = {
      hostName: 'Ada',
      guestName: 'Bo',
      projection: 'equirectangular',
      quality: 'LOW',
      returnUrl,
    };
    const { code, claim, id } = await makeRoom(wanted);
    const host = browser();
    const keyed = { ...wanted, id, origins: [SHOP] };
    expect((await sit(host, code, 'host', claim)).body).toMatchObject({ keyed });
    expect((await sit(browser(), code, 'guest')).body).toMatchObject({ keyed });
    expect((await host.call(`/api/channel/requested/${code}`)).body).toMatchObject({ id, seat: 'host' });
    expect((await host.call(`/api/channel/people/${code}`)).status).toBe(200);
    expect((await browser().call(`/api/channel/requested/${code}`)).status).toBe(404);
    // As our pages ask, so that nothing shows in the console.
    const quiet = { headers: { [QUIET]: 'true' }, unchecked: true };
    for (const path of [`requested/${code}`, 'people/AAAAAAAAA']) {
      const { status, headers, body } = await browser().call(`/api/channel/${path}`, quiet);
      expect([status, headers.get(QUIET)]).toEqual([200, 'true']);
      expect(body).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|CODE_INVALID)$/) });
    }
  });

  it('a partitioned cookie holds the seat in an embedded room, only for rooms that can be embedded', async () => {
    const { code, claim } = await makeRoom();
    const [first] = (await sit(browser(), code, 'host', claim)).headers
      .getSetCookie()
      .filter((line) => line.includes('panocall_embedded'));
    expect(first).toMatch(
      /^__Host-panocall_embedded=.*; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/,
    );
    // Embedded, the browser sends only this cookie.
    const embedded = browser();
    embedded.cookies.set('__Host-panocall_embedded', /=([^;]+)/.exec(first ?? '')?.[1] ?? '');
    expect((await sit(embedded, code, 'host')).status).toBe(200);
    const { key: plain } = await newKey(site, me);
    const other = roomSchema.parse((await ask(plain)).body);
    recordSecret(other.code);
    const { headers } = await sit(browser(), other.code, 'guest');
    expect(headers.getSetCookie().join()).not.toContain('panocall_embedded');
  });
});

describe('A room', () => {
  it('is read only with its owner’s keys, with its numbers', async () => {
    const { id, code, claim } = await makeRoom();
    expect((await read(id)).body).toMatchObject({ id, status: 'CREATED', hostHere: false, durationMs: null });
    await sit(browser(), code, 'host', claim);
    const startedAt = new Date('2026-05-06T07:08:09Z');
    await site.db
      .update(channel)
      .set({
        status: 'FINISHED',
        endReason: 'left',
        startedAt,
        endedAt: new Date(startedAt.getTime() + 90_000),
        guestKey: 'guest',
      })
      .where(eq(channel.id, id));
    const facts = {
      status: 'FINISHED',
      endReason: 'left',
      durationMs: 90_000,
      hostHere: true,
      guestHere: true,
    };
    expect((await read(id)).body).toMatchObject(facts);
    const stranger = await newKey(site, await ownerOfKeys(site));
    expect((await read(id, stranger.key)).status).toBe(404);
    const { key: another } = await newKey(site, me, { scopes: ['room:read'] });
    expect((await read(id, another)).status).toBe(200);
    const { key: makes } = await newKey(site, me, { scopes: ['room:create'] });
    expect((await read(id, makes)).status).toBe(403);
    expect((await read('nonsense')).status).toBe(404);
    // A room made without a key cannot be read with one.
    const [made] = await site.db
      .insert(channel)
      .values({
        token: 'K7M4QX9TR',
        nodeId: 'node',
        hostKey: 'key',
        hostUserId: me.id,
        expiresAt: new Date(),
      })
      .returning();
    expect((await read(made?.id ?? '')).status).toBe(404);
  });

  it('is ended for both by a key with the scope, with another reason than by an administrator', async () => {
    const { id, code } = await makeRoom();
    const end = (with_: string) =>
      send(site, `/api/room/${id}`, { headers: bearer(with_), method: 'DELETE' });
    expect((await end(key)).status).toBe(403);
    const { key: ends } = await newKey(site, me, { scopes: ['room:end'] });
    const stranger = await newKey(site, await ownerOfKeys(site), { scopes: ['room:end'] });
    expect((await end(stranger.key)).status).toBe(404);
    const { unlisten } = await site.db.$client.listen(CHANNEL_END, async (payload) => {
      const [token = '', endReason] = payload.split(' ');
      const over = { status: 'FINISHED', endReason, endedAt: new Date() };
      await site.db.update(channel).set(over).where(eq(channel.token, token));
    });
    expect((await end(ends)).status).toBe(200);
    await unlisten();
    expect((await read(id)).body).toMatchObject({
      status: 'FINISHED',
      endReason: 'closed',
      durationMs: null,
    });
    expect((await sit(browser(), code, 'guest')).status).toBe(410);
  });

  it('continues without an owner once the account is deleted', async () => {
    const owner = await ownerOfKeys(site);
    const theirs = await newKey(site, owner);
    const { id, code } = roomSchema.parse((await ask(theirs.key)).body);
    recordSecret(code);
    await site.db.delete(user).where(eq(user.id, owner.id));
    expect(await site.db.$count(channel, eq(channel.id, id))).toBe(1);
    expect((await sit(browser(), code, 'guest')).body).toMatchObject({ keyed: null });
  });
});

it('the pages of a room may be framed by its key’s origins, while the key is valid', async () => {
  const owner = await ownerOfKeys(site);
  const made = await newKey(site, owner, { origins: [SHOP, 'https://www.shop.example'] });
  const { code } = roomSchema.parse((await ask(made.key)).body);
  recordSecret(code);
  const framersOf = async (path: string) => {
    const policy = (await browser().call(path)).headers.get('Content-Security-Policy') ?? '';
    return /frame-ancestors ([^;]+)/.exec(policy)?.[1];
  };
  expect(await framersOf(`/room/host/${code}`)).toBe(`${SHOP} https://www.shop.example`);
  expect(await framersOf(`/es/room/guest/${code}`)).toBe(`${SHOP} https://www.shop.example`);
  for (const path of ['/', '/login', '/room/host/K7M4QX9TR', '/room/guest'])
    expect([path, await framersOf(path)]).toEqual([path, "'none'"]);
  const change = { version: made.version, revoked: true };
  await send(site, `/api/api-key/${made.id}`, { as: owner, method: 'PUT', body: change });
  expect(await framersOf(`/room/host/${code}`)).toBe("'none'");
});

it('suspending an account ends the rooms made with its keys', async () => {
  const owner = await ownerOfKeys(site);
  const { key: theirs } = await newKey(site, owner);
  const { code } = roomSchema.parse((await ask(theirs)).body);
  recordSecret(code);
  const ended = new Promise<string>((resolve) => {
    void site.db.$client.listen(CHANNEL_END, (payload) => {
      if (payload.startsWith(code)) resolve(payload);
    });
  });
  const admin = await person(site.db, ['ADMIN']);
  const body = { reason: 'Spam' };
  expect((await send(site, `/api/user/${owner.id}/suspension`, { as: admin, body })).status).toBe(200);
  expect(await ended).toBe(code);
});
