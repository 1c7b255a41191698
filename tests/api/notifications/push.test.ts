import { createECDH, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { notification, pushNotification, session, user } from '#db/schema/index.ts';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { ring, stopRinging } from '../../support/market/rings.ts';
import { PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, signIn } from '../../support/people/people.ts';
import { type Answer, Client } from '../../support/servers/client.ts';
import { type PushService, startPushService } from '../../support/servers/push-service.ts';
import { type Site, startSite } from '../../support/servers/site.ts';

let service: PushService;
let site: Site;
let streamer: Person;
let viewer: Person;

beforeAll(async () => {
  service = await startPushService();
  site = await startSite(service.env);
});
afterAll(async () => {
  await site.stop();
  await service.close();
});
beforeEach(async () => {
  streamer = await makePerson(site.db);
  viewer = await makePerson(site.db);
});

const ask = (path: string, as: { token: string } | null, body?: unknown, method?: string): Promise<Answer> =>
  new Client(site.server.url).call(path, { body, method, headers: as ? bearer(as.token) : {} });
const add = (body: unknown, as: { token: string } = streamer) => ask('/api/push-notification', as, body);

/** Registers a device of the streamer in a new session. */
async function device() {
  const made = service.newDevice();
  const token = await signIn(site.db, streamer.id);
  expect(await add(made.subscription, { token })).toMatchObject({ status: 201 });
  return { ...made, token, got: made.got, made };
}

const devices = () => site.db.select().from(pushNotification).where(eq(pushNotification.userId, streamer.id));

/** States of the jobs that push the streamer's notifications. */
async function states(): Promise<string[]> {
  const rows = await site.db.execute(
    sql`select state from pgboss.job join ${notification} on ${notification.id}::text = data->>'notificationId'
        where name = 'push-send' and ${notification.userId} = ${streamer.id} order by state`,
  );
  return z
    .array(z.object({ state: z.string() }))
    .parse([...rows])
    .map(({ state }) => state);
}

describe('a request that rings', () => {
  it('is sent to each device, encrypted and signed, with only its id and the caller’s name', async () => {
    const [phone, tablet] = [await device(), await device()];
    await ring(site.db, streamer.id, viewer.id);
    const [told] = await site.db.select().from(notification).where(eq(notification.userId, streamer.id));
    const id = told?.id ?? '';
    for (const { got } of [phone, tablet]) {
      await expect.poll(() => got.length).toBe(1);
      expect(got[0]).toMatchObject({
        payload: { id, username: viewer.username },
        headers: { ttl: '60', urgency: 'high', topic: id.replaceAll('-', '') },
        claims: { sub: 'mailto:panocall@localhost' },
      });
      expect(Object.keys(z.record(z.string(), z.unknown()).parse(got[0]?.payload))).toEqual([
        'id',
        'username',
      ]);
    }
    expect(phone.got).toHaveLength(1);
  });

  it('is sent again when it ends, so that devices remove it', async () => {
    const { got } = await device();
    const requestId = await ring(site.db, streamer.id, viewer.id);
    await expect.poll(() => got.length).toBe(1);
    await stopRinging(site.db, requestId, 'CANCELLED');
    await expect.poll(() => got.length).toBe(2);
    expect(got[1]?.payload).toEqual(got[0]?.payload);
    expect(got[1]?.headers.ttl).toBe('86400');
  });

  it('contains no name of a deleted account', async () => {
    const { made, got } = await device();
    made.status = 503;
    const requestId = await ring(site.db, streamer.id, viewer.id);
    await stopRinging(site.db, requestId, 'EXPIRED');
    // After a refusal it is sent again a second later, with the name read again.
    await expect.poll(() => made.asked).toBeGreaterThan(0);
    await site.db.delete(user).where(eq(user.id, viewer.id));
    made.status = 201;
    await expect.poll(() => got.at(-1)?.payload).toMatchObject({ username: '' });
  });
});

describe('a kind that is switched off', () => {
  const choose = (...groups: string[]) =>
    ask(
      '/personal/notification',
      streamer,
      new URLSearchParams([['intent', 'pushGroups'], ...groups.map((group) => ['groups', group])]),
    );

  it('is not pushed, other kinds are', async () => {
    const { got } = await device();
    expect(await choose('BOOKINGS', 'MONEY')).toMatchObject({ status: 302 });
    const requestId = await ring(site.db, streamer.id, viewer.id);
    await expect.poll(states).toEqual(['completed']);
    expect(got).toHaveLength(0);
    // Pages and the list still show it.
    expect(await site.db.$count(notification, eq(notification.userId, streamer.id))).toBe(1);
    const page = await ask('/personal/notification', streamer);
    expect(page.bytes.toString().match(/checked=""/g)).toHaveLength(2);
    expect((await ask('/personal/data', streamer)).body).toMatchObject({ notNotifiedOf: ['CALLS'] });
    expect(await choose('CALLS')).toMatchObject({ status: 302 });
    await stopRinging(site.db, requestId, 'CANCELLED');
    await expect.poll(() => got.length).toBe(1);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that responds with %i has its device deleted', async (status) => {
    const [gone, kept] = [await device(), await device()];
    gone.made.status = status;
    await ring(site.db, streamer.id, viewer.id);
    await expect
      .poll(async () => (await devices()).map(({ endpoint }) => endpoint))
      .toEqual([kept.subscription.endpoint]);
    await expect.poll(() => kept.got.length).toBe(1);
    await expect.poll(states).toEqual(['completed', 'completed']);
  });

  it('that is out of order is tried again', async () => {
    const { made, got } = await device();
    made.status = 503;
    await ring(site.db, streamer.id, viewer.id);
    await expect.poll(() => made.asked).toBe(1);
    made.status = 201;
    await expect.poll(() => got.length).toBe(1);
    expect(await devices()).toHaveLength(1);
  });

  it('that refuses a message is not tried again', async () => {
    const { made } = await device();
    made.status = 403;
    await ring(site.db, streamer.id, viewer.id);
    await expect.poll(states).toEqual(['failed']);
    expect(made.asked).toBe(1);
    expect(site.server.log()).not.toContain(made.subscription.endpoint);
  });
});

describe('a device', () => {
  const keys = () => {
    const { p256dh, auth } = service.newDevice().subscription;
    return { p256dh, auth };
  };
  it.each([
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a',
  ])('at %s is accepted', async (endpoint) => {
    expect(await add({ endpoint: `${endpoint}${randomBytes(6).toString('hex')}`, ...keys() })).toMatchObject({
      status: 201,
    });
  });

  it.each([
    'https://127.0.0.1:5432/',
    'https://localhost/',
    'https://[::1]/',
    'https://fcm.googleapis.com.example.org/a',
    'https://example.org/fcm.googleapis.com',
    'https://evilfcm.googleapis.com/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com@example.org/a',
    'https://user:secret@fcm.googleapis.com/a',
    'https://push.apple.com.example.org/a',
    'https://evilpush.apple.com/a',
    'https://127.0.0.1`.push.apple.com/a',
    "https://127.0.0.1'.push.apple.com/a",
    'https://127.0.0.1;.push.apple.com/a',
    'https://127.0.0.1{.push.apple.com/a',
    'http://fcm.googleapis.com/a',
  ])('at %s is refused', async (endpoint) => {
    expect(await add({ endpoint, ...keys() })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_DATA', fields: [{ path: 'endpoint' }] },
    });
  });

  it('must have valid encryption keys', async () => {
    const { endpoint, p256dh, auth } = service.newDevice().subscription;
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
    const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed');
    for (const key of [offCurve, compressed, 'key']) {
      const { body } = await add({ endpoint, p256dh: key, auth });
      expect(body).toMatchObject({ code: 'INVALID_DATA', fields: [{ path: 'p256dh' }] });
    }
    const { body } = await add({ endpoint, p256dh, auth: 'secret' });
    expect(body).toMatchObject({ code: 'INVALID_DATA', fields: [{ path: 'auth' }] });
  });

  it('is registered once per session: a new endpoint replaces the old one', async () => {
    const { token, made } = await device();
    const other = await device();
    const moved = service.newDevice().subscription;
    expect(await add(moved, { token })).toMatchObject({ status: 201 });
    const endpoints = (await devices()).map(({ endpoint }) => endpoint).toSorted();
    expect(endpoints).toEqual([other.subscription.endpoint, moved.endpoint].toSorted());
    // The endpoint of another person, or of another session.
    expect(await add(other.subscription, viewer)).toMatchObject({ status: 409 });
    expect(made.subscription.endpoint).not.toBe(moved.endpoint);
  });

  it('is deleted with its session', async () => {
    const { token } = await device();
    await ask('/api/logout', { token });
    expect(await devices()).toEqual([]);
    const [left] = await site.db.select().from(session).where(eq(session.userId, streamer.id));
    expect(left).toBeDefined();
  });
});

describe('a device named at log-in', () => {
  /** Logs in by the query, as an app does. */
  const logInWith = async ({ username }: { username: string }, pushToken: string) => {
    const query = new URLSearchParams({ username, password: PASSWORD, 'user-agent-type': 'APP', pushToken });
    const answer = await new Client(site.server.url).call(`/api/login?${query}`, { method: 'POST' });
    expect(answer.status).toBe(200);
    return answer.headers.get('auth-token') ?? '';
  };
  const endpointsOf = async ({ id }: { id: string }) => {
    const rows = await site.db.select().from(pushNotification).where(eq(pushNotification.userId, id));
    return rows.map(({ endpoint }) => endpoint);
  };
  const tokenOf = ({ endpoint, p256dh, auth }: ReturnType<typeof service.newDevice>['subscription']) =>
    JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } });

  it('is notified until its session ends', async () => {
    const person = await signUp(site.server.url);
    const { subscription, got } = service.newDevice();
    const token = await logInWith(person, tokenOf(subscription));
    expect(await endpointsOf(person)).toEqual([subscription.endpoint]);
    await ring(site.db, person.id, viewer.id);
    await expect.poll(() => got.length).toBe(1);
    expect(site.server.log()).not.toContain(new URL(subscription.endpoint).pathname);
    await ask('/api/logout', { token });
    expect(await endpointsOf(person)).toEqual([]);
  });

  it('moves to the session that it logs in to, and leaves the one before', async () => {
    const [first, second] = [await signUp(site.server.url), await signUp(site.server.url)];
    const { subscription } = service.newDevice();
    const old = await logInWith(first, tokenOf(subscription));
    await logInWith(first, tokenOf(subscription));
    await ask('/api/logout', { token: old });
    expect(await endpointsOf(first)).toEqual([subscription.endpoint]);
    await logInWith(second, tokenOf(subscription));
    expect([await endpointsOf(first), await endpointsOf(second)]).toEqual([[], [subscription.endpoint]]);
  });

  it('is not taken from its owner without its keys', async () => {
    const [owner, stranger] = [await signUp(site.server.url), await signUp(site.server.url)];
    const { subscription } = service.newDevice();
    await logInWith(owner, tokenOf(subscription));
    const { p256dh, auth } = service.newDevice().subscription;
    await logInWith(stranger, tokenOf({ endpoint: subscription.endpoint, p256dh, auth }));
    expect(await endpointsOf(stranger)).toEqual([]);
    expect(await endpointsOf(owner)).toEqual([subscription.endpoint]);
  });

  it('that cannot be notified keeps nobody from logging in', async () => {
    const person = await signUp(site.server.url);
    const { subscription } = service.newDevice();
    for (const pushToken of [
      '',
      'x',
      '{}',
      '\0',
      'x'.repeat(3000),
      tokenOf({ ...subscription, endpoint: 'https://example.org/push' }),
      tokenOf({ ...subscription, p256dh: 'key' }),
      tokenOf({ ...subscription, auth: '\0' }),
    ])
      await logInWith(person, pushToken);
    expect(await endpointsOf(person)).toEqual([]);
  });
});

it('the site provides the key to subscribe with; without keys push is off', async () => {
  expect((await ask('/api/push/key', null)).body).toEqual({ key: service.env.VAPID_PUBLIC_KEY });
  const off = await startSite();
  try {
    const { status, body } = await new Client(off.server.url).call('/api/push/key');
    expect([status, body]).toEqual([501, { code: 'PUSH_OFF' }]);
  } finally {
    await off.stop();
  }
});
