import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import * as schema from '#db/schema/index.ts';
import { type Answer, Client } from '../support/client.ts';
import { Contract } from '../support/contract.ts';
import { linkIn, Mailbox } from '../support/mailbox.ts';
import { logIn, memberOf, newName, PASSWORD, signUp } from '../support/members.ts';
import { bearer, makeCall, makeStreamer, makeUser, setPassword } from '../support/people.ts';
import { SAMPLES } from '../support/samples.ts';
import { addPasskey, askForPasskey, logInWithPasskey } from '../support/second-factor.ts';
import { type Person, person, picture, type Site, send, startSite, upload } from '../support/uploads.ts';

/**
 * Calls every operation of the OpenAPI document successfully at least once; the client validates each
 * response against the document. The calls of the specification's section 7 come first, made like an
 * independent client would.
 */

let site: Site;
let mailbox: Mailbox;
let admin: Person;
/** An administrator who stays logged in. */
let chief: Person;
let streamer: Person;
let member: Awaited<ReturnType<typeof signUp>>;
const room = { host: '', guest: '' };
const names = { blog: '', fragment: '' };

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startSite({ MAIL_FOLDER: mailbox.folder });
  member = await signUp(site.server.url);
  const { db } = site;
  admin = await person(db, ['ADMIN']);
  chief = await person(db, ['ADMIN']);
  streamer = await person(db, ['PRODUCER']);
  await db.insert(schema.userPrice).values({ userId: streamer.id, currency: 'EUR', perMinute: 1.5 });
  await db.update(schema.user).set({ controlModes: ['VOICE'] });
  await db.insert(schema.mediaNode).values({ id: 'node' });
  const open = { nodeId: 'node', hostKey: 'key', hostUserId: admin.id, cameraType: 'INTEGRATED_CAM' };
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(schema.channel).values({ ...open, token: 'K7M4QX9TR', expiresAt });
  const [row] = await db.select({ id: schema.channel.id }).from(schema.channel);
  room.host = row?.id ?? '';
  const text = { language: 'SPANISH', title: 'Hola' };
  names.blog = 'primeros-pasos';
  names.fragment = 'ayuda';
  await db.insert(schema.blog).values({ ...text, name: names.blog, publishedAt: new Date() });
  await db.insert(schema.fragment).values({ ...text, name: names.fragment });
  await db.insert(schema.parameter).values({ name: 'bookings', value: 'true' });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const post = (path: string, body: unknown, as?: Person) => send(site, path, { as, body });

type Row = [call: string, make: () => Promise<Answer>, status: number, answer?: unknown];

const rows: Row[] = [
  [
    'POST /login, by query',
    async () => {
      const account = { username: 'ada', email: 'ada@example.org', password: 'correct horse battery' };
      await post('/api/signup', account);
      const query = new URLSearchParams({ ...account, 'user-agent-type': 'WEB', pushToken: '' });
      query.delete('email');
      return send(site, `/api/login?${query}`, { method: 'POST' });
    },
    200,
    { username: 'ada', language: 'ENGLISH', roles: [] },
  ],
  [
    'POST /login that fails',
    () => post('/api/login', { username: 'ada', password: 'wrong' }),
    401,
    { code: 'WRONG_CREDENTIALS' },
  ],
  [
    'GET /user/auth',
    () => send(site, '/api/user/auth', { as: admin }),
    200,
    { roles: [{ rolename: 'ADMIN' }] },
  ],
  [
    'GET /user/streamer/:id',
    () => send(site, `/api/user/streamer/${streamer.id}`),
    200,
    { prices: [{ currency: 'EUR', perMinute: 1.5 }] },
  ],
  ['GET /pinga/auth', () => send(site, '/api/pinga/auth', { as: admin }), 200],
  ['GET /pinga/auth without a session', () => send(site, '/api/pinga/auth'), 401],
  ['GET /pinga/heartbeat', () => send(site, '/api/pinga/heartbeat'), 200],
  [
    'GET /channel/ticket',
    () => send(site, '/api/channel/ticket'),
    200,
    { token: expect.stringMatching(/^\w{9}$/) },
  ],
  ['GET /channel/check/:token', () => send(site, '/api/channel/check/k7m-4qx-9tr'), 200],
  [
    'GET /channel/check/:token that is wrong',
    () => send(site, '/api/channel/check/K7M4QX9TT'),
    404,
    { code: 'CODE_INVALID' },
  ],
  [
    'GET /channel/requested/:id',
    () => send(site, `/api/channel/requested/${room.host}`, { as: admin }),
    200,
    { token: 'K7M4QX9TR' },
  ],
  [
    'GET /parameter',
    () => send(site, '/api/parameter'),
    200,
    { entities: [{ name: 'bookings', value: 'true' }] },
  ],
  ['GET /parameter by name', () => send(site, '/api/parameter?name=none'), 200, { entities: [], total: 0 }],
  [
    'POST /image/:a/:b',
    async () => upload(site, `/api/image/user/${streamer.id}`, streamer, await picture().jpeg().toBuffer()),
    201,
  ],
  ['GET /image/:a/:b', () => send(site, `/api/image/user/${streamer.id}`), 200],
  ['GET /image/:a/:b/:c', async () => send(site, await imagePath()), 200],
  [
    'DELETE /image/:a/:b/:c',
    async () => send(site, await imagePath(), { as: streamer, method: 'DELETE' }),
    200,
  ],
  [
    'POST /avatar/:userId',
    async () => upload(site, `/api/avatar/${streamer.id}`, streamer, await picture().png().toBuffer()),
    200,
  ],
  ['GET /avatar/:userId', () => send(site, `/api/avatar/${streamer.id}?size=sm`), 200],
  [
    'DELETE /avatar/:userId',
    () => send(site, `/api/avatar/${streamer.id}`, { as: streamer, method: 'DELETE' }),
    200,
  ],
  ['GET /avatar/:userId without one', () => send(site, `/api/avatar/${streamer.id}`), 200],
  [
    'GET /blog/language/:language/article/:name',
    () => send(site, `/api/blog/language/es/article/${names.blog}`),
    200,
    { title: 'Hola' },
  ],
  [
    'GET /fragment/language/:language/name/:name',
    () => send(site, `/api/fragment/language/SPANISH/name/${names.fragment}`),
    200,
    { title: 'Hola' },
  ],
  [
    'GET /:entity',
    () => send(site, '/api/currency?sort=name&size=2'),
    200,
    { entities: [{ name: 'CNY' }, { name: 'EUR', symbol: '€' }], total: 4 },
  ],
  ['GET /:entity/:id', () => send(site, '/api/language/SPANISH'), 200, { code: 'es', available: true }],
  [
    'POST /:entity',
    () => post('/api/city', { name: 'Lisbon', country: 'PT', latitude: 38.7, longitude: -9.1 }, admin),
    201,
    { name: 'Lisbon' },
  ],
  [
    'PUT /:entity/:id with the whole user in another language',
    async () => {
      const { body } = await send(site, `/api/user/${streamer.id}`, { as: streamer });
      return send(site, `/api/user/${streamer.id}`, {
        as: streamer,
        method: 'PUT',
        body: { ...Object(body), language: 'SPANISH' },
      });
    },
    200,
    { language: 'SPANISH' },
  ],
  [
    'DELETE /:entity/:id',
    async () =>
      send(site, `/api/city/${await SAMPLES.city.make(site.db, '')}`, { as: admin, method: 'DELETE' }),
    200,
  ],
  [
    'GET /:entity/:id that is not there',
    () => send(site, `/api/city/${randomUUID()}`),
    404,
    { code: 'NOT_FOUND' },
  ],
  ['GET /logout', () => send(site, '/api/logout', { as: admin }), 200],
  [
    'GET /user/auth after it',
    () => send(site, '/api/user/auth', { as: admin }),
    401,
    { code: 'NOT_SIGNED_IN' },
  ],
];

/** Calls that are not in the specification. */
const ourRows: Row[] = [
  [
    'POST /signup',
    () => new Client(site.server.url).call('/api/signup', { body: { ...newName(), password: PASSWORD } }),
    201,
    { language: 'ENGLISH' },
  ],
  ['POST /email/verification', () => member.client.call('/api/email/verification', { method: 'POST' }), 200],
  [
    'POST /email/verify',
    async () => {
      await expect.poll(async () => (await mailbox.to(member.email)).length).toBe(2);
      const [, newest = ''] = await mailbox.to(member.email);
      const { token } = linkIn(newest);
      return post('/api/email/verify', { token });
    },
    200,
  ],
  [
    'POST /session/confirm',
    () => member.client.call('/api/session/confirm', { body: { password: PASSWORD } }),
    200,
  ],
  ['GET /session', () => member.client.call('/api/session'), 200, { sessions: [{ current: true }] }],
  [
    'DELETE /session/:id',
    async () => {
      const phone = new Client(site.server.url);
      const { sessionId } = memberOf(await logIn(phone, member.username), phone);
      return member.client.call(`/api/session/${sessionId}`, { method: 'DELETE' });
    },
    200,
  ],
  [
    'GET /user/:id/session',
    () => send(site, `/api/user/${member.id}/session`, { as: chief }),
    200,
    { sessions: [{ current: false }] },
  ],
  [
    'DELETE /user/:id/session',
    async () => {
      const { id } = await signUp(site.server.url);
      return send(site, `/api/user/${id}/session`, { as: chief, method: 'DELETE' });
    },
    200,
  ],
  [
    'POST /user/:id/suspension',
    () => send(site, `/api/user/${streamer.id}/suspension`, { as: chief, body: { reason: 'Spam' } }),
    200,
  ],
  [
    'DELETE /user/:id/suspension',
    () => send(site, `/api/user/${streamer.id}/suspension`, { as: chief, method: 'DELETE' }),
    200,
  ],
  [
    'POST /password',
    () =>
      member.client.call('/api/password', {
        body: { password: PASSWORD, newPassword: 'another horse battery' },
      }),
    200,
  ],
  ['POST /email', () => member.client.call('/api/email', { body: newName() }), 200],
  ['POST /password/forgotten', () => post('/api/password/forgotten', { email: member.email }), 200],
  [
    'POST /password/reset',
    async () => {
      const { token } = linkIn(await mailbox.waitFor(member.email, 'Choose a new password'));
      return post('/api/password/reset', { token, password: PASSWORD });
    },
    200,
  ],
  [
    'POST /channel/seat/:token',
    async () => {
      const host = new Client(site.server.url);
      const { token } = z.object({ token: z.string() }).parse((await host.call('/api/channel/ticket')).body);
      return host.call(`/api/channel/seat/${token}`, { body: { seat: 'host' } });
    },
    200,
    { url: null },
  ],
];

it('the calls about passkeys', async () => {
  const me = await signUp(site.server.url);
  const { authenticator, id } = await addPasskey(me);
  const { client } = me;
  expect((await client.call('/api/passkey')).body).toMatchObject({ passkeys: [{ id }] });
  expect((await client.call(`/api/passkey/${id}`, { method: 'PUT', body: { name: 'Phone' } })).status).toBe(
    200,
  );
  const asked = await client.call('/api/session/confirm/passkey/options', { method: 'POST' });
  const confirm = { response: authenticator.get(asked.body) };
  expect((await client.call('/api/session/confirm/passkey', { body: confirm })).status).toBe(200);
  const browser = new Client(site.server.url);
  const signed = authenticator.get(await askForPasskey(browser));
  expect((await logInWithPasskey(browser, signed)).body).toMatchObject({ id: me.id });
  const remove = { method: 'DELETE', body: { password: PASSWORD } };
  expect((await client.call(`/api/passkey/${id}`, remove)).status).toBe(200);
});

async function imagePath(): Promise<string> {
  const { body } = await send(site, `/api/image/user/${streamer.id}`);
  const [first] = z.object({ entities: z.array(z.object({ id: z.string() })) }).parse(body).entities;
  return `/api/image/user/${streamer.id}/${first?.id}`;
}

// Order matters: later rows use the results of earlier ones.
it.each([...rows, ...ourRows])('%s', async (_call, make, status, answer) => {
  const made = await make();
  expect([made.status, made.body]).toEqual([status, answer === undefined ? made.body : expect.anything()]);
  if (answer !== undefined) expect(made.body).toMatchObject(Object(answer));
});

it.each(Object.entries(SAMPLES))(
  'the generic calls of %s',
  async (entity, { make, body, change, deletion }) => {
    // Both an administrator and the row's owner: some calls require one, some the other.
    const owner = await person(site.db, ['ADMIN']);
    await setPassword(site.db, owner.id);
    const headers = bearer(owner.token);
    const client = new Client(site.server.url);
    const newUser = () => makeUser(site.db);
    const newStreamer = async () => {
      const id = await makeStreamer(site.db, await newUser());
      await makeCall(site.db, id, owner.id);
      return id;
    };
    const { operations } = await Contract.of(site.server.url);
    for (const { method, path } of operations) {
      if (path !== `/api/${entity}` && path !== `/api/${entity}/{id}`) continue;
      const at = path.endsWith('{id}') ? path.replace('{id}', await make(site.db, owner.id)) : path;
      const bodies: Record<string, unknown> = {
        POST: await body?.(newUser, newStreamer),
        PUT: { ...change, version: 1 },
        DELETE: deletion,
      };
      const answer = await client.call(at, { method, headers, body: bodies[method] });
      expect([method, path, answer.status]).toEqual([method, path, method === 'POST' ? 201 : 200]);
    }
  },
);

it('every operation of the document was called with success', async () => {
  const { operations, seen } = await Contract.of(site.server.url);
  const declared = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `${operationId} ${status}`),
  );
  expect(declared).not.toEqual([]);
  expect(declared.filter((success) => !seen.has(success))).toEqual([]);
});

it('a login answers with its token and session in headers and the cookie JSESSIONID', async () => {
  const { headers } = await post('/api/login', { username: 'ada', password: 'correct horse battery' });
  expect(headers.get('auth-token')).toMatch(/^[\w-]{43}$/);
  expect(headers.get('session-uuid')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.getSetCookie().join()).toMatch(/JSESSIONID=.*HttpOnly/i);
});

it('each avatar size is a picture of so many pixels', async () => {
  const sharp = (await import('sharp')).default;
  const sizes = { xsm: 36, sm: 50, md: 150, lg: 250, xlg: 350 };
  for (const [size, pixels] of Object.entries(sizes)) {
    const { bytes } = await send(site, `/api/avatar/${streamer.id}?size=${size}`);
    const { width, height } = await sharp(bytes).metadata();
    expect([size, width, height]).toEqual([size, pixels, pixels]);
  }
});
