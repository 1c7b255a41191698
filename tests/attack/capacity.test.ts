import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseOf } from '#bench/call/processes.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { camera, TestClient } from '#media-server/tests/support/client.ts';
import { startStack } from '#scripts/testing/stack.ts';
import { makePaidRoom } from '../support/market/paid-room.ts';
import { bearer, makeUser, signIn } from '../support/people/people.ts';
import { type Answer, Client } from '../support/servers/client.ts';

/** Rooms that the media server carries; a fifth is kept for paid calls, and one owner has a quarter at most. */
const ROOMS = 20;
const KEYS = 4;
/** Rooms of one account that may wait, and of one network without an account. */
const WAITING = { account: 200, network: 10 };
const DAY_MINUTES = 24 * 60;

let stack: Awaited<ReturnType<typeof startStack>>;
let db: Database;
const sockets: TestClient[] = [];
beforeAll(async () => {
  stack = await startStack({ MEDIA_WORKERS: '1', MEDIA_ROOMS_PER_WORKER: String(ROOMS) });
  db = openDatabase(databaseOf(stack.pid));
});
afterAll(async () => {
  for (const { socket } of sockets) socket.terminate();
  await db?.$client.end();
  await stack?.stop();
});

const keySchema = z.object({ key: z.string() });
const madeSchema = z.object({ code: z.string(), hostUrl: z.string() });
const roomSchema = z.object({ token: z.string() });
const seatSchema = z.object({ ticket: z.string() });

const isRefused = ({ status, body }: Answer, code: string) =>
  status >= 400 && z.object({ code: z.string() }).parse(body).code === code;
const count = (answers: Answer[], code: string) => answers.filter((answer) => isRefused(answer, code)).length;

/** Takes a seat, and opens the room there as its host's page does. */
async function takeSeat(client: Client, code: string, seat: object, headers = {}): Promise<Answer> {
  const answer = await client.call(`/api/channel/seat/${code}`, { body: { seat: 'host', ...seat }, headers });
  if (answer.status !== 200) return answer;
  const socket = await TestClient.connect(stack.mediaPort, client.address);
  sockets.push(socket);
  await socket.login({ ticket: seatSchema.parse(answer.body).ticket });
  await socket.request('createChannel', { camera });
  return answer;
}

/** Makes a room at the site and opens it. @returns the first refusal, or the seat */
async function openRoom(client: Client): Promise<Answer> {
  const made = await client.call('/api/channel/ticket');
  return made.status === 200 ? takeSeat(client, roomSchema.parse(made.body).token, {}) : made;
}

test('neither the owner of four keys nor many networks can fill all media servers', {
  timeout: 60_000,
}, async () => {
  const { origin } = stack;
  const owner = bearer(await signIn(db, await makeUser(db, { emailVerifiedAt: new Date() })));
  const newKey = { name: 'Shop', scopes: ['room:create'] };
  const keys = await Promise.all(
    Array.from({ length: KEYS }, async () => {
      const answer = await new Client(origin).call('/api/api-key', { headers: owner, body: newKey });
      return keySchema.parse(answer.body).key;
    }),
  );
  const make = (key: string) =>
    new Client(origin).call('/api/room', {
      headers: bearer(key),
      body: { expiresInMinutes: DAY_MINUTES },
    });
  const made = await Promise.all(keys.flatMap((key) => Array.from({ length: 60 }, () => make(key))));
  expect(count(made, 'TOO_MANY_ROOMS')).toBe(60 * KEYS - WAITING.account);
  // The rooms that wait take no capacity.
  expect(await openRoom(new Client(origin))).toMatchObject({ status: 200 });

  const rooms = made.filter(({ status }) => status === 201).map(({ body }) => madeSchema.parse(body));
  const opened = await Promise.all(
    rooms.slice(0, 2 * ROOMS).map(({ code, hostUrl }) => {
      const claim = new URLSearchParams(new URL(hostUrl).hash.slice(1)).get('claim');
      return takeSeat(new Client(origin), code, { claim });
    }),
  );
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(ROOMS / 4);
  expect(count(opened, 'TOO_MANY_ROOMS')).toBe(2 * ROOMS - ROOMS / 4);
  expect(await openRoom(new Client(origin))).toMatchObject({ status: 200 });

  const stranger = new Client(origin);
  const waiting = await Promise.all(
    Array.from({ length: 2 * WAITING.network }, () => stranger.call('/api/channel/ticket')),
  );
  expect(count(waiting, 'TOO_MANY_ROOMS')).toBe(WAITING.network);
  const networks = await Promise.all(Array.from({ length: 14 }, () => openRoom(new Client(origin))));
  expect(count(networks, 'FULL')).toBeGreaterThan(0);

  const { token, headers } = await makePaidRoom(db, origin);
  expect(await takeSeat(new Client(origin), token, {}, headers.host)).toMatchObject({ status: 200 });
});
