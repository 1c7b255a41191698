import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { expect, inject, test, vi } from 'vitest';
import { type Member, signUp } from '../support/people/members.ts';
import { Client, newAddress } from '../support/servers/client.ts';
import { picture } from '../support/servers/site.ts';

const { origin } = inject('stack');

/** Concurrent uploads per person; uploads in total that are being read or waiting. */
const [PER_USER, IN_ALL] = [2, 30];

const HEAD = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

/** Begins to upload a picture, and never finishes. */
function begin({ id, token }: Member): ClientRequest {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'multipart/form-data; boundary=edge',
    'Content-Length': 500_000,
    'X-Forwarded-For': newAddress(),
  };
  const sending = request(new URL(`/api/image/user/${id}`, origin), {
    method: 'POST',
    headers,
    agent: false,
  });
  // The test destroys the request.
  sending.on('error', () => {});
  sending.write(HEAD);
  return sending;
}

async function upload({ id, token }: Member, file: Uint8Array) {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(file)]));
  const headers = { Authorization: `Bearer ${token}` };
  return new Client(origin).call(`/api/image/user/${id}`, { headers, body });
}

const noPicture = Buffer.from('no picture');

test('a person can upload two files at once, without delaying others', async () => {
  const [one, other] = await Promise.all([signUp(origin), signUp(origin)]);
  const held = Array.from({ length: PER_USER }, () => begin(one));
  await vi.waitFor(async () => {
    const third = await upload(one, noPicture);
    expect(third).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(third.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
  expect(await upload(other, noPicture)).toMatchObject({ status: 415 });
  for (const sending of held) sending.destroy();
  await vi.waitFor(async () => expect(await upload(one, noPicture)).toMatchObject({ status: 415 }));
});

test('uploads beyond the total are refused with 503, and accepted again once others end', async () => {
  const people = await Promise.all(Array.from({ length: IN_ALL / PER_USER + 5 }, () => signUp(origin)));
  const [late] = people;
  if (!late) throw new Error('nobody');
  const refused: IncomingMessage[] = [];
  const held = people.flatMap((person) => Array.from({ length: PER_USER }, () => begin(person)));
  for (const sending of held) sending.on('response', (response) => refused.push(response.resume()));
  await vi.waitFor(() => expect(refused).toHaveLength(held.length - IN_ALL), { timeout: 10_000 });
  for (const { statusCode, headers } of refused) {
    expect(statusCode).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  for (const sending of held) sending.destroy();
  const file = await picture().jpeg().toBuffer();
  await vi.waitFor(async () => expect(await upload(late, file)).toMatchObject({ status: 201 }), {
    timeout: 20_000,
  });
});

test('a sender who is too slow is cut off', async () => {
  const sending = begin(await signUp(origin));
  const closed = new Promise((resolve) => sending.on('close', resolve));
  const status = await new Promise((resolve, reject) => {
    sending.on('response', (response) => resolve(response.resume().statusCode));
    sending.on('error', reject);
  });
  expect(status).toBe(408);
  await closed;
});
