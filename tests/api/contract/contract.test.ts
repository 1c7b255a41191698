import { afterAll, beforeAll, expect, it } from 'vitest';
import { Contract } from '../../support/contract/contract.ts';
import { SAMPLES } from '../../support/contract/samples.ts';
import { PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, makeCall, makeStreamer, makeUser, setPassword } from '../../support/people/people.ts';
import { addPasskey, askForPasskey, logInWithPasskey } from '../../support/people/second-factor.ts';
import { Client } from '../../support/servers/client.ts';
import { person, send } from '../../support/servers/site.ts';
import { accountCalls } from './account-calls.ts';
import { marketCalls } from './market-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { makeSetting, type Setting } from './setting.ts';
import { specifiedCalls } from './specified-calls.ts';

/**
 * Calls every operation of the OpenAPI document successfully at least once; the client validates each
 * response against the document.
 */

let setting: Setting;

beforeAll(async () => {
  setting = await makeSetting();
});
afterAll(() => setting.stop());

it('the calls about passkeys', async () => {
  const me = await signUp(setting.site.server.url);
  const { authenticator, id } = await addPasskey(me);
  const { client } = me;
  expect((await client.call('/api/passkey')).body).toMatchObject({ passkeys: [{ id }] });
  expect((await client.call(`/api/passkey/${id}`, { method: 'PUT', body: { name: 'Phone' } })).status).toBe(
    200,
  );
  const asked = await client.call('/api/session/confirm/passkey/options', { method: 'POST' });
  const confirm = { response: authenticator.get(asked.body) };
  expect((await client.call('/api/session/confirm/passkey', { body: confirm })).status).toBe(200);
  const browser = new Client(setting.site.server.url);
  const signed = authenticator.get(await askForPasskey(browser));
  expect((await logInWithPasskey(browser, signed)).body).toMatchObject({ id: me.id });
  const remove = { method: 'DELETE', body: { password: PASSWORD } };
  expect((await client.call(`/api/passkey/${id}`, remove)).status).toBe(200);
});

/** Calls that are not in the specification. */
const ourCalls = [...marketCalls, ...moneyCalls, ...accountCalls];

it.each([...specifiedCalls, ...ourCalls])('%s', async (_call, make, status, answer) => {
  const made = await make(setting);
  expect([made.status, made.body]).toEqual([status, answer === undefined ? made.body : expect.anything()]);
  if (answer !== undefined) expect(made.body).toMatchObject(Object(answer));
});

it.each(Object.entries(SAMPLES))(
  'the generic calls of %s',
  async (entity, { make, body, change, deletion }) => {
    // An administrator, a streamer and the row's owner: some calls require one, some another.
    const owner = await person(setting.site.db, ['ADMIN', 'PRODUCER']);
    await setPassword(setting.site.db, owner.id);
    const headers = bearer(owner.token);
    const client = new Client(setting.site.server.url);
    const newUser = () => makeUser(setting.site.db);
    const newStreamer = async () => {
      const id = await makeStreamer(setting.site.db, await newUser());
      await makeCall(setting.site.db, id, owner.id);
      return id;
    };
    const { operations } = await Contract.of(setting.site.server.url);
    for (const { method, path } of operations) {
      if (path !== `/api/${entity}` && path !== `/api/${entity}/{id}`) continue;
      // Such a row is created by a call in `ourCalls`.
      if (method === 'POST' && !body) continue;
      const at = path.endsWith('{id}') ? path.replace('{id}', await make(setting.site.db, owner.id)) : path;
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
  const { operations, seen } = await Contract.of(setting.site.server.url);
  const declared = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => `${operationId} ${status}`),
  );
  expect(declared).not.toEqual([]);
  expect(declared.filter((success) => !seen.has(success))).toEqual([]);
});

it('a log-in responds with its token and session in headers and the cookie JSESSIONID', async () => {
  const { headers } = await setting.post('/api/login', {
    username: 'ada',
    password: 'correct horse battery',
  });
  expect(headers.get('auth-token')).toMatch(/^[\w-]{43}$/);
  expect(headers.get('session-uuid')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.getSetCookie().join()).toMatch(/JSESSIONID=.*HttpOnly/i);
});

it('each avatar size has the stated number of pixels', async () => {
  const sharp = (await import('sharp')).default;
  const sizes = { xsm: 36, sm: 50, md: 150, lg: 250, xlg: 350 };
  for (const [size, pixels] of Object.entries(sizes)) {
    const { bytes } = await send(setting.site, `/api/avatar/${setting.streamer.id}?size=${size}`);
    const { width, height } = await sharp(bytes).metadata();
    expect([size, width, height]).toEqual([size, pixels, pixels]);
  }
});
