import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { channel, freeCall, notification, user, userBlock, userFavourite } from '#db/schema/index.ts';
import { bearer, makeStreamer, makeUser } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let callee: Person & { urlname: string };

beforeAll(async () => {
  site = await startSite();
  await makeMediaNode(site.db);
});
afterAll(() => site.stop());
beforeEach(async () => {
  callee = await known('EVERYONE');
});

async function known(freeCallers: 'EVERYONE' | 'FAVOURITES' | 'NOBODY') {
  const made = await person(site.db);
  const [row] = await site.db
    .update(user)
    .set({ freeCallers })
    .where(eq(user.id, made.id))
    .returning({ urlname: user.urlname });
  return { ...made, urlname: row?.urlname ?? '' };
}

/** A browser without an account. */
const browser = () => new Client(site.server.url);
const call = (client: Client, body: object = {}, as: Person | null = null) =>
  client.call('/api/free-call', {
    body: { urlname: callee.urlname, ...body },
    headers: as ? bearer(as.token) : {},
  });
const idOf = (body: unknown) => z.object({ id: z.uuid() }).parse(body).id;
const read = (client: Client, id: string) => client.call(`/api/free-call/${id}`);
const asCallee = (path: string, method = 'POST') => send(site, path, { as: callee, method });
const change = (id: string, what: string) => asCallee(`/api/free-call/${id}/${what}`);
const backdate = (id: string) =>
  site.db.update(freeCall).set({ ringUntil: sql`now() - interval '1 second'` }).where(eq(freeCall.id, id));
const told = () =>
  site.db
    .select({ kind: notification.kind, readAt: notification.readAt })
    .from(notification)
    .where(eq(notification.userId, callee.id));

describe('A free call', () => {
  it('from a browser without an account rings, and is answered in a room of the browser that accepts', async () => {
    const caller = browser();
    const made = await call(caller, { name: 'Ada' });
    expect(made).toMatchObject({ status: 201, body: { status: 'RINGING' } });
    const id = idOf(made.body);
    const ringing = await asCallee(`/api/free-call/${id}`, 'GET');
    expect(ringing.body).toMatchObject({ status: 'RINGING', other: { name: '“Ada”', profile: null } });
    const { notifications } = z
      .object({ notifications: z.array(z.object({}).loose()) })
      .parse((await asCallee('/api/notification', 'GET')).body);
    expect(notifications).toMatchObject([
      {
        kind: 'REQUEST',
        title: 'Incoming request from “Ada”',
        rings: true,
        requestId: null,
        callPath: `/api/free-call/${id}`,
        address: `/call/${callee.urlname}/${id}`,
        actions: [{ path: `/api/free-call/${id}/accept` }, { path: `/api/free-call/${id}/reject` }],
      },
    ]);

    const device = browser();
    const accepted = await device.call(`/api/free-call/${id}/accept`, {
      method: 'POST',
      headers: bearer(callee.token),
    });
    expect(accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED', entered: false } });
    const { token } = z.object({ token: z.string() }).parse(accepted.body);
    expect((await read(caller, id)).body).toMatchObject({ status: 'ACCEPTED', token });
    const [room] = await site.db.select().from(channel).where(eq(channel.token, token));
    expect(room).toMatchObject({ hostUserId: callee.id, streamId: null, endsAt: null });
    const seat = (client: Client, name: string) =>
      client.call(`/api/channel/seat/${token}`, { body: { seat: name } });
    expect(await seat(browser(), 'host')).toMatchObject({ status: 403 });
    expect(await seat(device, 'host')).toMatchObject({ status: 200 });
    expect(await seat(caller, 'guest')).toMatchObject({ status: 200 });
    expect(await told()).toMatchObject([{ kind: 'REQUEST', readAt: expect.any(Date) }]);
    // The name is not kept.
    const [row] = await site.db.select().from(freeCall).where(eq(freeCall.id, id));
    expect(row).toMatchObject({ callerName: null, ringUntil: null });
    for (const what of ['accept', 'reject']) expect(await change(id, what)).toMatchObject({ status: 409 });
  });

  it('is seen and changed by its two people alone', async () => {
    const id = idOf((await call(browser())).body);
    const stranger = await person(site.db);
    expect(await read(browser(), id)).toMatchObject({ status: 404 });
    expect(await send(site, `/api/free-call/${id}`, { as: stranger })).toMatchObject({ status: 404 });
    for (const what of ['accept', 'reject', 'cancel']) {
      const path = `/api/free-call/${id}/${what}`;
      expect(await send(site, path, { as: stranger, method: 'POST' })).toMatchObject({ status: 404 });
      expect(await browser().call(path, { method: 'POST' })).toMatchObject({ status: 404 });
    }
    expect(await change(id, 'cancel')).toMatchObject({ status: 404 });
  });

  it('can be rejected, cancelled or missed', async () => {
    const rejected = idOf((await call(browser())).body);
    expect(await change(rejected, 'reject')).toMatchObject({ status: 200, body: { status: 'REJECTED' } });
    const caller = browser();
    const cancelled = idOf((await call(caller)).body);
    const cancel = await caller.call(`/api/free-call/${cancelled}/cancel`, { method: 'POST' });
    expect(cancel).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    const late = browser();
    const missed = idOf((await call(late)).body);
    await backdate(missed);
    expect((await read(late, missed)).body).toMatchObject({ status: 'EXPIRED' });
    expect(await change(missed, 'accept')).toMatchObject({ status: 409 });
    // The next one does not wait for the job.
    expect(await call(browser())).toMatchObject({ body: { status: 'RINGING' } });
    expect((await told()).map(({ kind }) => kind).toSorted()).toEqual([
      'MISSED',
      'MISSED',
      'REQUEST',
      'REQUEST',
    ]);
  });

  it('finds a person busy while another one rings or a call runs, and does not tell them', async () => {
    const first = idOf((await call(browser())).body);
    const caller = browser();
    const busy = await call(caller);
    expect(busy).toMatchObject({ status: 201, body: { status: 'BUSY' } });
    expect(await asCallee(`/api/free-call/${idOf(busy.body)}`, 'GET')).toMatchObject({ status: 404 });
    expect(await told()).toHaveLength(1);
    const { body } = await change(first, 'accept');
    const { token } = z.object({ token: z.string() }).parse(body);
    await site.db.update(channel).set({ status: 'STARTED' }).where(eq(channel.token, token));
    expect(await call(browser())).toMatchObject({ body: { status: 'BUSY' } });
  });

  it('is refused to those whom the person does not let call', async () => {
    const viewer = await person(site.db);
    const from = async (as: Person | null) => (await call(browser(), {}, as)).status;
    callee = await known('NOBODY');
    expect([await from(null), await from(viewer), await from(callee)]).toEqual([404, 404, 404]);
    callee = await known('FAVOURITES');
    expect([await from(null), await from(viewer)]).toEqual([404, 404]);
    await site.db.insert(userFavourite).values({ userId: callee.id, favouriteId: viewer.id });
    expect(await from(viewer)).toBe(201);
    callee = await known('EVERYONE');
    await site.db.insert(userBlock).values({ userId: callee.id, blockedId: viewer.id });
    expect(await from(viewer)).toBe(404);
    await site.db
      .update(user)
      .set({ suspendedAt: sql`now()`, suspensionReason: 'test' })
      .where(eq(user.id, callee.id));
    expect(await from(null)).toBe(404);
  });

  it('is refused after two that were not answered, for an hour', async () => {
    const caller = browser();
    for (let times = 0; times < 2; times++) {
      const id = idOf((await call(caller)).body);
      await change(id, 'reject');
    }
    expect(await call(caller)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(await call(browser())).toMatchObject({ status: 201 });
    await site.db
      .update(freeCall)
      .set({ createdAt: sql`now() - interval '61 minutes'`, status: 'REJECTED', ringUntil: null })
      .where(eq(freeCall.calleeId, callee.id));
    expect(await call(caller)).toMatchObject({ status: 201 });
  });

  it('gives way to the caller’s next one', async () => {
    const caller = browser();
    const first = idOf((await call(caller)).body);
    const other = await known('EVERYONE');
    expect(await call(caller, { urlname: other.urlname })).toMatchObject({ body: { status: 'RINGING' } });
    expect((await read(caller, first)).body).toMatchObject({ status: 'CANCELLED' });
  });

  it('ends when its caller is blocked', async () => {
    const viewer = await makeStreamer(site.db, await makeUser(site.db));
    const [made] = await site.db
      .insert(freeCall)
      .values({
        ...{ calleeId: callee.id, callerId: viewer, callerKey: 'key', status: 'RINGING' },
        ringUntil: sql`now() + interval '1 minute'`,
      })
      .returning({ id: freeCall.id });
    await site.db.insert(notification).values({ userId: callee.id, kind: 'REQUEST', freeCallId: made?.id });
    const body = new URLSearchParams({ intent: 'block' });
    const [{ urlname } = { urlname: '' }] = await site.db.select().from(user).where(eq(user.id, viewer));
    await send(site, `/user/${urlname}`, { as: callee, method: 'POST', body });
    const [row] = await site.db
      .select()
      .from(freeCall)
      .where(eq(freeCall.id, made?.id ?? ''));
    expect(row).toMatchObject({ status: 'REJECTED' });
    // Not told of as missed.
    expect(await told()).toMatchObject([{ kind: 'REQUEST', readAt: expect.any(Date) }]);
  });

  it('is in the data of both people', async () => {
    const viewer = await person(site.db);
    await call(browser(), {}, viewer);
    for (const [as, asCaller] of [
      [viewer, true],
      [callee, false],
    ] as const) {
      const { body } = await send(site, '/personal/data', { as });
      expect(body).toMatchObject({
        freeCallers: as === callee ? 'EVERYONE' : 'NOBODY',
        freeCalls: [{ status: 'RINGING', asCaller }],
      });
    }
  });

  it('names the field of a wrong name', async () => {
    const { body, status } = await call(browser(), { name: 'x'.repeat(41) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_DATA', fields: [{ path: 'name' }] });
  });
});

describe('The page of a link', () => {
  const page = async (as: Person | null) => {
    const { status, bytes } = await send(site, `/call/${callee.urlname}`, { as });
    return { status, text: bytes.toString() };
  };

  it('does not tell of an account that takes no free calls, unless its profile does', async () => {
    callee = await known('NOBODY');
    expect((await page(null)).status).toBe(404);
    expect((await page(callee)).text).toContain('your own link');
    await makeStreamer(site.db, callee.id);
    const shown = await page(null);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('free calls from you');
    expect(shown.text).toContain('offers no time');
    expect((await send(site, '/call/no-such-person')).status).toBe(404);
  });

  it('asks strangers to log in where favourites may call', async () => {
    callee = await known('FAVOURITES');
    expect((await page(null)).text).toContain('Log in to call');
    expect((await page(await person(site.db))).text).toContain('free calls from you');
  });
});
