import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { user } from '#db/schema/index.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { PROTOCOL_VERSION } from '#protocol/messages.ts';
import { TICKET_AUDIENCE } from '#protocol/ticket.ts';
import type { MediaServer } from '../../server.ts';
import { camera, untold } from '../support/client.ts';
import {
  connect,
  enter,
  hosted,
  newKey,
  requested,
  TICKET_SECRET,
  ticket,
  World,
} from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  const TURN_URLS = 'stun:stun.example:3478, turn:turn.example:3478,turns:turn.example:5349';
  server = await world.start({ env: { TURN_URLS, TURN_SECRET: 'turn secret' } });
});
afterAll(() => world.close());

async function refused(badTicket: string | Promise<string>, code: ErrorCode) {
  const client = await connect(server);
  await expect(client.login({ ticket: await badTicket })).rejects.toMatchObject({ code });
  expect(await client.closed).toBe(CLOSE_CODES.LOGIN_REFUSED);
}

test('A ticket opens the seat that it names', async () => {
  const { token, hostKey } = await world.room();
  const { login } = await enter(server, token, 'host', hostKey);
  expect(login).toMatchObject({ seat: 'host', resumed: false });
  expect(login.channel).toMatchObject({ token, status: 'CREATED', endReason: null, endedBy: null });
  expect(login.channel.seats).toEqual({
    host: { connected: true, camera: null, producers: [], ...untold },
    guest: null,
  });
});

test('A transport comes with ICE servers and one-hour TURN credentials of its seat', async () => {
  const { token, host } = await hosted(world, server);
  const { id } = await world.row(token);
  const { client } = host;
  const transport = await client.request('createTransport', { direction: 'send' });
  const [stun, turn] = transport.iceServers;
  expect(stun).toEqual({ urls: ['stun:stun.example:3478'] });
  expect(turn?.urls).toEqual(['turn:turn.example:3478', 'turns:turn.example:5349']);
  const expected = createHmac('sha1', 'turn secret').update(String(turn?.username)).digest('base64');
  expect(turn?.credential).toBe(expected);
  const [expiry, user] = turn?.username?.split(':') ?? [];
  expect(Math.abs(Number(expiry) - Date.now() / 1000 - 3600)).toBeLessThan(60);
  expect(user).toBe(`${id}-host`);
  const again = await client.request('restartIce', { transportId: transport.id });
  expect(again.iceServers.map(({ urls }) => urls)).toEqual(transport.iceServers.map(({ urls }) => urls));
  expect(again.iceServers[1]?.username).toContain(`${id}-host`);
});

test('Refuses a ticket of an account suspended after it was signed', async () => {
  const { token, hostKey } = await world.room();
  const values = { username: 'guide', urlname: 'guide', email: 'guide@example.org' };
  const [account] = await world.db.insert(user).values(values).returning({ id: user.id });
  const signed = await ticket(token, 'host', hostKey, { user: account?.id });
  const suspend = (suspendedAt: Date | null) =>
    world.db
      .update(user)
      .set({ suspendedAt, suspensionReason: suspendedAt && 'Spam' })
      .where(eq(user.id, account?.id ?? ''));
  await suspend(new Date());
  await refused(signed, 'TICKET_INVALID');
  await suspend(null);
  const client = await connect(server);
  expect(await client.login({ ticket: signed })).toMatchObject({ seat: 'host' });
});

test("A visitor's login contains no TURN credentials", async () => {
  const { token } = await hosted(world, server);
  const { client, login } = await enter(server, token, 'guest', newKey());
  expect(JSON.stringify(login)).not.toContain('turn:');
  const early = await client.ask('createTransport', { direction: 'send' });
  expect(early).toMatchObject({ error: { code: 'WRONG_STATE' } });
  await client.request('requestChannel', { camera });
  const { iceServers } = await client.request('createTransport', { direction: 'send' });
  expect(iceServers[1]?.username).toMatch(/-guest$/);
});

test('Refuses tickets that are forged, foreign, expired or without an expiry', async () => {
  const { token, hostKey } = await world.room();
  const secret = 'another secret of at least thirty-two characters';
  await refused(ticket(token, 'host', hostKey, { secret }), 'TICKET_INVALID');
  await refused(ticket(token, 'host', hostKey, { audience: 'elsewhere' }), 'TICKET_INVALID');
  await refused(ticket(token, 'host', hostKey, { expiresAt: Date.now() - 60_000 }), 'TICKET_INVALID');
  await refused('no ticket at all', 'TICKET_INVALID');
  const key = new TextEncoder().encode(TICKET_SECRET);
  const jwt = (claims: Record<string, unknown>, alg: string) =>
    new SignJWT(claims).setProtectedHeader({ alg }).setAudience(TICKET_AUDIENCE);
  const claims = { room: token, seat: 'host', holder: hostKey, user: null };
  await refused(jwt(claims, 'HS256').sign(key), 'TICKET_INVALID');
  await refused(jwt(claims, 'HS512').setExpirationTime('1m').sign(key), 'TICKET_INVALID');
  const other = { ...claims, seat: 'owner' };
  await refused(jwt(other, 'HS256').setExpirationTime('1m').sign(key), 'TICKET_INVALID');
});

test('Refuses unsigned tickets', async () => {
  const { token, hostKey } = await world.room();
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 60;
  const claims = { room: token, seat: 'host', holder: hostKey, user: null, aud: TICKET_AUDIENCE, exp };
  await refused(`${encode({ alg: 'none' })}.${encode(claims)}.`, 'TICKET_INVALID');
});

test('Refuses an unknown code', () => refused(ticket('AAAAAAAAA', 'guest', newKey()), 'CODE_INVALID'));

test('Refuses a room that has ended or expired', async () => {
  const over = { endedAt: new Date() };
  const finished = await world.room({ status: 'FINISHED', endReason: 'left', ...over });
  await refused(ticket(finished.token, 'host', finished.hostKey), 'CHANNEL_ENDED');
  const failed = await world.room({ status: 'FAILED', endReason: 'media', ...over });
  await refused(ticket(failed.token, 'guest', newKey()), 'CHANNEL_ENDED');
  const overdue = await world.room({ expiresAt: new Date(Date.now() - 1000) });
  await refused(ticket(overdue.token, 'host', overdue.hostKey), 'CHANNEL_ENDED');
});

test('Only the holder that created the room gets the host’s seat', async () => {
  const { token } = await world.room();
  await refused(ticket(token, 'host', newKey()), 'SEAT_TAKEN');
});

test('Refuses a third person', async () => {
  const { token } = await requested(world, server);
  await refused(ticket(token, 'guest', newKey()), 'SEAT_TAKEN');
});

test('Refuses an unknown resume token', async () => {
  const client = await connect(server);
  await expect(client.login({ resumeToken: 'made up' })).rejects.toMatchObject({ code: 'RESUME_INVALID' });
  expect(await client.closed).toBe(CLOSE_CODES.LOGIN_REFUSED);
});

test('Refuses another protocol version', async () => {
  const client = await connect(server);
  const auth = { ticket: 'whatever' };
  const login = client.request('login', { version: PROTOCOL_VERSION + 1, auth });
  await expect(login).rejects.toMatchObject({ code: 'UNSUPPORTED_VERSION' });
  expect(await client.closed).toBe(CLOSE_CODES.LOGIN_REFUSED);
});

test('A second login on one socket is an error, and the first one stays', async () => {
  const { token, host } = await hosted(world, server);
  const again = host.client.login({ ticket: await ticket(token, 'host', host.holder) });
  await expect(again).rejects.toMatchObject({ code: 'ALREADY_LOGGED_IN' });
  await expect(host.client.request('keepAliveSocket', {})).resolves.toEqual({});
});

test('Answers no request before the login', async () => {
  const client = await connect(server);
  const early = client.request('keepAliveSocket', {});
  await expect(early).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  const { token, hostKey } = await world.room();
  const login = await client.login({ ticket: await ticket(token, 'host', hostKey) });
  expect(login.seat).toBe('host');
});

test('Two logins at once, while the room is being loaded, reach the same room', async () => {
  const { token, hostKey } = await world.room();
  const [host, guest] = await Promise.all([
    enter(server, token, 'host', hostKey),
    enter(server, token, 'guest', newKey()),
  ]);
  await host.client.request('createChannel', { camera });
  await guest.client.channel(({ seats }) => seats.host?.camera?.quality === camera.quality);
});
