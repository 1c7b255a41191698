import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTIFICATION_CHANGE, user } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { PROTOCOL_VERSION, requests } from '#protocol/messages.ts';
import { TICKET_AUDIENCE, USER_TICKET_AUDIENCE } from '#protocol/ticket.ts';
import type { MediaServer } from '../../server.ts';
import type { TestClient } from '../support/client.ts';
import { connect, hosted, ticket, userTicket, World } from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start({ limits: { socketsPerUser: 2 } });
});
afterAll(() => world.close());

const logIn = (client: TestClient, auth: Parameters<TestClient['login']>[0]) =>
  client.request('login', { version: PROTOCOL_VERSION, auth });

/** A page of a person. */
async function page(of: string, on = server): Promise<TestClient> {
  const client = await connect(on);
  expect(await logIn(client, { userTicket: await userTicket(of) })).toEqual({ user: of });
  return client;
}

const tell = (whom: string, id: string) =>
  world.db.execute(sql`select pg_notify(${NOTIFICATION_CHANGE}, ${`${whom} ${id}`})`);
const heardBy = (client: TestClient) => client.heard.map(({ event, data }) => [event, data]);
const update = (id: string) => ['notificationUpdate', { id }];

test('All pages of a person receive their notifications, and only those', async () => {
  const [ana, ben] = [randomUUID(), randomUUID()];
  const pages = [await page(ana), await page(ana), await page(ben)];
  const { host } = await hosted(world, server);
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await tell(ana, first);
  await tell(ben, second);
  await tell(ana, third);
  const heard = () => pages.map(heardBy);
  const ofAna = [update(first), update(third)];
  await expect.poll(heard).toEqual([ofAna, ofAna, [update(second)]]);
  expect(host.client.heard.some(({ event }) => event === 'notificationUpdate')).toBe(false);
});

test('Tickets of seats and of users are not interchangeable', async () => {
  const { token, hostKey } = await world.room();
  const ofUser = await userTicket(randomUUID());
  const ofSeat = await ticket(token, 'host', hostKey, { user: randomUUID() });
  const dressedUp = [
    { ticket: ofUser },
    { userTicket: ofSeat },
    { ticket: await ticket(token, 'host', hostKey, { audience: USER_TICKET_AUDIENCE }) },
    { userTicket: await userTicket(randomUUID(), TICKET_AUDIENCE) },
    { userTicket: await userTicket('nobody') },
  ];
  for (const auth of dressedUp) {
    const client = await connect(server);
    await expect(logIn(client, auth)).rejects.toMatchObject({ code: 'TICKET_INVALID' });
    expect(await client.closed).toBe(CLOSE_CODES.LOGIN_REFUSED);
  }
});

test('A socket without a seat may only keep alive and log out', async () => {
  const names = Object.keys(requests).filter(
    (name) => !['login', 'logout', 'keepAliveSocket'].includes(name),
  );
  for (const name of names) {
    const client = await page(randomUUID());
    expect(await client.ask(name, {})).toMatchObject({ error: { code: 'FORBIDDEN' } });
    client.socket.terminate();
  }
  const client = await page(randomUUID());
  const again = { version: PROTOCOL_VERSION, auth: { userTicket: await userTicket(randomUUID()) } };
  await expect(client.request('login', again)).rejects.toMatchObject({ code: 'ALREADY_LOGGED_IN' });
  await client.request('keepAliveSocket', {});
  await client.request('logout', {});
  expect(await client.closed).toBe(CLOSE_CODES.LOGGED_OUT);
});

test('Refuses a suspended account', async () => {
  const values = { username: 'guide', urlname: 'guide', email: 'guide@example.org' };
  const [account] = await world.db.insert(user).values(values).returning({ id: user.id });
  const id = account?.id ?? '';
  await page(id);
  const suspended = { suspendedAt: new Date(), suspensionReason: 'Spam' };
  await world.db.update(user).set(suspended).where(eq(user.id, id));
  const client = await connect(server);
  const auth = { userTicket: await userTicket(id) };
  await expect(logIn(client, auth)).rejects.toMatchObject({ code: 'TICKET_INVALID' });
});

test('Closes the oldest page of a person above the maximum', async () => {
  const ana = randomUUID();
  const [first, second] = [await page(ana), await page(ana)];
  const third = await page(ana);
  expect(await first.closed).toBe(CLOSE_CODES.REPLACED);
  const id = randomUUID();
  await tell(ana, id);
  await expect.poll(() => [second, third].map(heardBy)).toEqual([[update(id)], [update(id)]]);
});

test('A draining server sends the pages to another one', async () => {
  const ending = await world.start({ env: { MEDIA_NODE_ID: 'node-ending' } });
  const client = await page(randomUUID(), ending);
  await ending.drain();
  expect(await client.closed).toBe(CLOSE_CODES.GOING_AWAY);
  const late = await connect(ending);
  const auth = { userTicket: await userTicket(randomUUID()) };
  await expect(logIn(late, auth)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await late.closed).toBe(CLOSE_CODES.GOING_AWAY);
});

test('After a database reconnect, all pages must reload', async () => {
  const client = await page(randomUUID());
  await world.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(await client.closed).toBe(CLOSE_CODES.GOING_AWAY);
});
