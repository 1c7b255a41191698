import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import * as schema from '#db/schema/index.ts';
import { SAMPLES } from '../support/samples.ts';
import {
  type Person,
  person,
  picture,
  type Sent,
  type Site,
  send,
  startSite,
  upload,
} from '../support/uploads.ts';

/** The calls of the specification's section 7, a row each, as a program makes them that knows nothing else of us. */

let site: Site;
let admin: Person;
let streamer: Person;
const room = { host: '', guest: '' };
const names = { blog: '', fragment: '' };

beforeAll(async () => {
  site = await startSite();
  const { db } = site;
  admin = await person(db, ['ADMIN']);
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
afterAll(() => site.stop());

const post = (path: string, body: unknown, as?: Person) =>
  send(site, path, {
    as,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

type Row = [call: string, make: () => Promise<Sent>, status: number, answer?: unknown];

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
      const { json } = await send(site, `/api/user/${streamer.id}`, { as: streamer });
      return send(site, `/api/user/${streamer.id}`, {
        as: streamer,
        method: 'PUT',
        body: JSON.stringify({ ...Object(json), language: 'SPANISH' }),
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

async function imagePath(): Promise<string> {
  const { json } = await send(site, `/api/image/user/${streamer.id}`);
  const [first] = z.object({ entities: z.array(z.object({ id: z.string() })) }).parse(json).entities;
  return `/api/image/user/${streamer.id}/${first?.id}`;
}

// In this order: later rows use what earlier ones have made.
it.each(rows)('%s', async (_call, make, status, answer) => {
  const sent = await make();
  expect([sent.status, sent.json]).toEqual([status, answer === undefined ? sent.json : expect.anything()]);
  if (answer !== undefined) expect(sent.json).toMatchObject(Object(answer));
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
