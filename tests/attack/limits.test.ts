import { request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { Client, newAddress } from '../support/servers/client.ts';

const { origin } = inject('stack');

const BURST = 200;
/** Wrong room codes allowed per address. */
const WRONG_CODES = 20;

/** Creates a room. @returns its code and its host's client */
async function openRoom() {
  const host = new Client(origin);
  const { body } = await host.call('/api/channel/ticket');
  return { host, ...z.object({ token: z.string() }).parse(body) };
}

const cookiesOf = ({ cookies }: Client) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/**
 * Requests the host's seat, and sends the body only on `finish`. The server has read the headers when `ready` resolves.
 * @returns `finish` resolves to the response's status
 */
function held(token: string, headers: Record<string, string>) {
  const body = JSON.stringify({ seat: 'host' });
  const sending = request(new URL(`/api/channel/seat/${token}`, origin), {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
      ...headers,
    },
  });
  const done = new Promise<number>((resolve, reject) => {
    sending.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    sending.on('error', reject);
  });
  const ready = new Promise<unknown>((resolve) => sending.on('continue', resolve));
  sending.flushHeaders();
  return {
    ready: Promise.race([ready, done]),
    finish: () => {
      sending.end(body);
      return done;
    },
  };
}

test('requests that began before the limit was reached do not exceed it', async () => {
  const { host, token } = await openRoom();
  const headers = { 'X-Forwarded-For': newAddress(), Cookie: cookiesOf(host) };
  const wrong = Array.from({ length: 3 * WRONG_CODES }, () => held('K7M4QX9TR', headers));
  const right = held(token, headers);
  await Promise.all([...wrong, right].map(({ ready }) => ready));
  const statuses = await Promise.all(wrong.map(({ finish }) => finish()));
  expect(statuses.filter((status) => status === 404)).toHaveLength(WRONG_CODES);
  expect(await right.finish()).toBe(429);
});

test.each(['check', 'requested'])(
  'a burst of wrong room codes at %s cannot exceed the limit',
  async (call) => {
    const client = new Client(origin);
    const guesses = Array.from({ length: BURST }, () => client.call(`/api/channel/${call}/K7M4QX9TR`));
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(WRONG_CODES);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(BURST - WRONG_CODES);
    for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  },
);

test('right room codes do not count as wrong ones', async () => {
  const { host, token } = await openRoom();
  for (let n = 0; n < 2 * WRONG_CODES; n++) {
    const answer = await host.call(`/api/channel/seat/${token}`, { body: { seat: 'host' } });
    expect(answer).toMatchObject({ status: 200 });
  }
});

test('invitation pages stop issuing tickets at the limit of wrong room codes', async () => {
  const { token } = await openRoom();
  const guesser = new Client(origin);
  const ticketAt = async (code: string) =>
    String((await guesser.call(`/room/guest/${code}`)).body).includes('\\"ticket\\"');
  expect(await ticketAt(token)).toBe(true);
  for (let guess = 0; guess < WRONG_CODES; guess++) expect(await ticketAt('K7M4QX9TR')).toBe(false);
  expect(await ticketAt(token)).toBe(false);
});
