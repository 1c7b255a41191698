import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { SAMPLES } from '../../support/contract/samples.ts';
import { picture, send, upload } from '../../support/servers/site.ts';
import { BLOG, type ContractCall, FRAGMENT, type Setting } from './setting.ts';

/**
 * The calls of the specification's section 7, made as an independent client would. The order matters: later calls use
 * the results of earlier ones.
 */
export const specifiedCalls: ContractCall[] = [
  [
    'POST /login, by query',
    async ({ site, post }) => {
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
    ({ post }) => post('/api/login', { username: 'ada', password: 'wrong' }),
    401,
    { code: 'WRONG_CREDENTIALS' },
  ],
  [
    'GET /user/auth',
    ({ site, admin }) => send(site, '/api/user/auth', { as: admin }),
    200,
    { roles: [{ rolename: 'ADMIN' }] },
  ],
  [
    'GET /user/streamer/:id',
    ({ site, streamer }) => send(site, `/api/user/streamer/${streamer.id}`),
    200,
    { prices: [{ currency: 'EUR', perMinute: 1.5 }] },
  ],
  ['GET /pinga/auth', ({ site, admin }) => send(site, '/api/pinga/auth', { as: admin }), 200],
  ['GET /pinga/auth without a session', ({ site }) => send(site, '/api/pinga/auth'), 401],
  ['GET /pinga/heartbeat', ({ site }) => send(site, '/api/pinga/heartbeat'), 200],
  [
    'GET /channel/ticket',
    ({ site }) => send(site, '/api/channel/ticket'),
    200,
    { token: expect.stringMatching(/^\w{9}$/) },
  ],
  ['GET /channel/check/:token', ({ site }) => send(site, '/api/channel/check/k7m-4qx-9tr'), 200],
  [
    'GET /channel/check/:token that is wrong',
    ({ site }) => send(site, '/api/channel/check/K7M4QX9TT'),
    404,
    { code: 'CODE_INVALID' },
  ],
  [
    'GET /channel/requested/:id',
    ({ site, admin, roomId }) => send(site, `/api/channel/requested/${roomId}`, { as: admin }),
    200,
    { token: 'K7M4QX9TR' },
  ],
  [
    'GET /parameter',
    ({ site }) => send(site, '/api/parameter'),
    200,
    { entities: [{ name: 'bookings', value: 'true' }] },
  ],
  [
    'GET /parameter by name',
    ({ site }) => send(site, '/api/parameter?name=none'),
    200,
    { entities: [], total: 0 },
  ],
  [
    'POST /image/:a/:b',
    async ({ site, streamer }) =>
      upload(site, `/api/image/user/${streamer.id}`, streamer, await picture().jpeg().toBuffer()),
    201,
  ],
  ['GET /image/:a/:b', ({ site, streamer }) => send(site, `/api/image/user/${streamer.id}`), 200],
  ['GET /image/:a/:b/:c', async (setting) => send(setting.site, await imagePath(setting)), 200],
  [
    'DELETE /image/:a/:b/:c',
    async (setting) =>
      send(setting.site, await imagePath(setting), { as: setting.streamer, method: 'DELETE' }),
    200,
  ],
  [
    'POST /avatar/:userId',
    async ({ site, streamer }) =>
      upload(site, `/api/avatar/${streamer.id}`, streamer, await picture().png().toBuffer()),
    200,
  ],
  ['GET /avatar/:userId', ({ site, streamer }) => send(site, `/api/avatar/${streamer.id}?size=sm`), 200],
  [
    'DELETE /avatar/:userId',
    ({ site, streamer }) => send(site, `/api/avatar/${streamer.id}`, { as: streamer, method: 'DELETE' }),
    200,
  ],
  [
    'POST /logo',
    async ({ site, admin }) => upload(site, '/api/logo', admin, await picture().png().toBuffer()),
    200,
    { logoKey: expect.stringMatching(/^[\da-f]{32}$/) },
  ],
  [
    'POST /logo by someone else',
    async ({ site, streamer }) => upload(site, '/api/logo', streamer, await picture().png().toBuffer()),
    403,
    { code: 'FORBIDDEN' },
  ],
  ['DELETE /logo', ({ site, admin }) => send(site, '/api/logo', { as: admin, method: 'DELETE' }), 200],
  ['GET /avatar/:userId without one', ({ site, streamer }) => send(site, `/api/avatar/${streamer.id}`), 200],
  [
    'GET /blog/language/:language/article/:name',
    ({ site }) => send(site, `/api/blog/language/es/article/${BLOG}`),
    200,
    { title: 'Hola' },
  ],
  [
    'GET /fragment/language/:language/name/:name',
    ({ site }) => send(site, `/api/fragment/language/SPANISH/name/${FRAGMENT}`),
    200,
    { title: 'Hola' },
  ],
  [
    'GET /:entity',
    ({ site }) => send(site, '/api/currency?sort=name&size=2'),
    200,
    { entities: [{ name: 'CNY' }, { name: 'EUR', symbol: '€' }], total: 4 },
  ],
  [
    'GET /:entity/:id',
    ({ site }) => send(site, '/api/language/SPANISH'),
    200,
    { code: 'es', available: true },
  ],
  [
    'POST /:entity',
    ({ admin, post }) =>
      post('/api/city', { name: 'Lisbon', country: 'PT', latitude: 38.7, longitude: -9.1 }, admin),
    201,
    { name: 'Lisbon' },
  ],
  [
    'PUT /:entity/:id with the whole user in another language',
    async ({ site, streamer }) => {
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
    async ({ site, admin }) =>
      send(site, `/api/city/${await SAMPLES.city.make(site.db, '')}`, { as: admin, method: 'DELETE' }),
    200,
  ],
  [
    'GET /:entity/:id that is not there',
    ({ site }) => send(site, `/api/city/${randomUUID()}`),
    404,
    { code: 'NOT_FOUND' },
  ],
  ['GET /logout', ({ site, admin }) => send(site, '/api/logout', { as: admin }), 200],
  [
    'GET /user/auth after it',
    ({ site, admin }) => send(site, '/api/user/auth', { as: admin }),
    401,
    { code: 'NOT_SIGNED_IN' },
  ],
];

async function imagePath({ site, streamer }: Setting): Promise<string> {
  const { body } = await send(site, `/api/image/user/${streamer.id}`);
  const [first] = z.object({ entities: z.array(z.object({ id: z.string() })) }).parse(body).entities;
  return `/api/image/user/${streamer.id}/${first?.id}`;
}
