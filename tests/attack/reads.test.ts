import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { logIn, memberOf, signUp } from '../support/people/members.ts';
import { bearer } from '../support/people/people.ts';
import { type Answer, Client, newAddress } from '../support/servers/client.ts';

const { origin, adminPassword } = inject('stack');

/** Points for costly reads in ten minutes, by address. */
const POINTS = 10_000;
/** Days off and extra hours of a streamer. */
const EXCEPTIONS = 200;
const AT_ONCE = 20;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** @returns the number of responses by status */
async function repeat(times: number, call: () => Promise<Answer>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let left = times;
  const work = async () => {
    while (left-- > 0) {
      const { status } = await call();
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}

test('a streamer stores a limited number of exceptions, whichever are sent at once', async () => {
  const streamer = await signUp(origin);
  const admin = memberOf(await logIn(new Client(origin), 'admin', adminPassword), new Client(origin));
  const role = { userId: streamer.id, rolename: 'PRODUCER' };
  const given = await new Client(origin).call('/api/role', { body: role, headers: bearer(admin.token) });
  expect(given).toMatchObject({ status: 201 });
  const body = { kind: 'OFF', firstDay: '2030-05-01', lastDay: '2031-05-01', timeZone: 'UTC' };
  const headers = bearer(streamer.token);
  const create = () => new Client(origin).call('/api/availability-exception', { body, headers });
  const counts = await repeat(EXCEPTIONS + AT_ONCE, create);
  expect(counts).toEqual({ 201: EXCEPTIONS, 409: AT_ONCE });
  expect(await create()).toMatchObject({ body: { code: 'TOO_MANY', current: { limit: EXCEPTIONS } } });
  const { body: list } = await new Client(origin).call('/api/availability-exception', { headers });
  expect(z.object({ total: z.number() }).parse(list).total).toBe(EXCEPTIONS);
});

test.each([
  ['slots, by their days', `/api/user/streamer/${NOBODY}/slots?from=2030-05-01&days=42`, 42, 404],
  ['pages of a list, by the rows before them', '/api/city?page=10000&size=100', 999, 200],
])('an address reads a limited number of %s', async (_what, path, points, usual) => {
  const client = new Client(origin, newAddress());
  const allowed = Math.floor(POINTS / points);
  const counts = await repeat(allowed + AT_ONCE, () => client.call(path));
  expect(counts).toEqual({ [usual]: allowed, 429: AT_ONCE });
  const refused = await client.call(path);
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  // What costs nothing is still read, and others are not affected.
  expect((await client.call('/api/city')).status).toBe(200);
  expect((await new Client(origin, newAddress()).call(path)).status).toBe(usual);
});

test('the file of everything stored about a person is read ten times an hour', async () => {
  const { client } = await signUp(origin);
  expect(await repeat(15, () => client.call('/personal/data'))).toEqual({ 200: 10, 429: 5 });
});
