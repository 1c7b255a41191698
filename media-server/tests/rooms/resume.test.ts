import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLOSE_CODES } from '#protocol/errors.ts';
import type { MediaServer } from '../../server.ts';
import { camera, saying, untold } from '../support/client.ts';
import { connect, enter, hosted, newKey, requested, started, ticket, World } from '../support/harness.ts';

let world: World;
let server: MediaServer;

beforeAll(async () => {
  world = await World.create();
  server = await world.start();
});
afterAll(() => world.close());

test('A dropped socket resumes with its token and keeps its transports', async () => {
  const { host, guest } = await started(world, server);
  const transport = await guest.client.request('createTransport', { direction: 'send' });
  await guest.client.drop();
  const away = await host.client.channel(({ seats }) => seats.guest?.connected === false);
  expect(away.status).toBe('STARTED');

  const back = await connect(server);
  const login = await back.login({ resumeToken: guest.login.resumeToken });
  expect(login).toMatchObject({ seat: 'guest', resumed: true, channel: { status: 'STARTED' } });
  expect(login.channel.seats.guest).toEqual({ connected: true, camera, producers: [], ...untold });
  await host.client.channel(({ seats }) => seats.guest?.connected === true);
  const restarted = await back.request('restartIce', { transportId: transport.id });
  expect(restarted.iceParameters.usernameFragment).not.toBe(transport.iceParameters.usernameFragment);
});

test('The host’s offered control modes outlast a dropped socket and a reload', async () => {
  const { token, host, guest } = await started(world, server);
  const pad = { direction: 'up', pressed: true } as const;
  await host.client.request('offerControl', { modes: ['PAD'] });
  await host.client.drop();
  const away = await guest.client.channel(({ seats }) => seats.host?.connected === false);
  expect(away.seats.host?.controlModes).toEqual(['PAD']);
  await expect(guest.client.request('padChannel', pad)).rejects.toMatchObject({ code: 'WRONG_STATE' });

  const back = await connect(server);
  const resumed = await back.login({ resumeToken: host.login.resumeToken });
  expect(resumed.channel.seats.host?.controlModes).toEqual(['PAD']);
  const reloaded = await enter(server, token, 'host', host.holder);
  expect(reloaded.login.channel.seats.host?.controlModes).toEqual(['PAD']);
  await guest.client.request('padChannel', pad);
  expect(await reloaded.client.event('padChannel')).toEqual(pad);
});

test('A raised hand outlasts a dropped socket and a reload of either side', async () => {
  const { token, host, guest } = await started(world, server);
  await guest.client.request('raiseHand', { raised: true });
  const seen = await host.client.channel(({ seats }) => seats.guest?.handRaised === true);
  expect(seen.seats.host?.handRaised).toBe(false);

  await guest.client.drop();
  const back = await connect(server);
  const resumed = await back.login({ resumeToken: guest.login.resumeToken });
  expect(resumed.channel.seats.guest?.handRaised).toBe(true);
  const hostAgain = await enter(server, token, 'host', host.holder);
  expect(hostAgain.login.channel.seats.guest?.handRaised).toBe(true);
  const guestAgain = await enter(server, token, 'guest', guest.holder);
  expect(guestAgain.login.channel.seats.guest?.handRaised).toBe(true);

  await guestAgain.client.request('raiseHand', { raised: false });
  await hostAgain.client.channel(({ seats }) => seats.guest?.handRaised === false);
});

test('A hand cannot be raised without the other side', async () => {
  const { token, holder } = await world.room().then(({ token, hostKey }) => ({ token, holder: hostKey }));
  const { client } = await enter(server, token, 'host', holder);
  await client.request('createChannel', { camera });
  await expect(client.request('raiseHand', { raised: true })).rejects.toMatchObject({ code: 'WRONG_STATE' });
});

test('Without transports, a login with a resume token does not resume', async () => {
  const { guest } = await started(world, server);
  await guest.client.drop();
  const back = await connect(server);
  expect(await back.login({ resumeToken: guest.login.resumeToken })).toMatchObject({ resumed: false });
});

test('A resume token works once', async () => {
  const { guest } = await started(world, server);
  await guest.client.drop();
  const back = await connect(server);
  const { resumeToken } = await back.login({ resumeToken: guest.login.resumeToken });
  expect(resumeToken).not.toBe(guest.login.resumeToken);
  const thief = await connect(server);
  const login = thief.login({ resumeToken: guest.login.resumeToken });
  await expect(login).rejects.toMatchObject({ code: 'RESUME_INVALID' });
  await expect(back.request('keepAliveSocket', {})).resolves.toEqual({});
});

test('A client may resume before the server has noticed the drop', async () => {
  const { host, guest } = await started(world, server);
  await guest.client.request('createTransport', { direction: 'receive' });
  const back = await connect(server);
  const login = await back.login({ resumeToken: guest.login.resumeToken });
  expect(login.resumed).toBe(true);
  expect(await guest.client.closed).toBe(CLOSE_CODES.REPLACED);
  await host.client.request('message', saying('still there?'));
  expect(await back.event('message')).toMatchObject({ text: 'still there?' });
  expect(host.client.updates.every(({ seats }) => seats.guest?.connected !== false)).toBe(true);
});

test.each(['host', 'guest'] as const)('A reload of the %s’s page stays in the call', async (seat) => {
  const { token, host, guest } = await started(world, server);
  const [self, other] = seat === 'host' ? [host, guest] : [guest, host];
  const { id } = await self.client.request('createTransport', { direction: 'send' });
  await self.client.drop();
  const again = await enter(server, token, seat, self.holder);
  expect(again.login).toMatchObject({ seat, resumed: false, channel: { status: 'STARTED' } });
  await other.client.channel(({ seats }) => seats[seat]?.connected === true);
  // The previous page's transports are gone.
  const restart = again.client.request('restartIce', { transportId: id });
  await expect(restart).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await again.client.request('startChannel', {});
  await again.client.request('updateCamera', { camera });
  await world.written(token, { status: 'STARTED' });
  // The previous page's token is void too.
  const login = (await connect(server)).login({ resumeToken: self.login.resumeToken });
  await expect(login).rejects.toMatchObject({ code: 'RESUME_INVALID' });
});

test('A second tab takes the seat, and the first one is told', async () => {
  const { token, host, guest } = await started(world, server);
  const tab = await enter(server, token, 'guest', guest.holder);
  expect(await guest.client.closed).toBe(CLOSE_CODES.REPLACED);
  await tab.client.request('message', saying('from the new tab'));
  expect(await host.client.event('message')).toMatchObject({ text: 'from the new tab' });
  // Closing the old socket does not end the seat.
  await host.client.request('keepAliveSocket', {});
  expect(host.client.updates.at(-1)?.seats.guest?.connected).toBe(true);
});

test('A second tab of a guest who has not entered yet replaces the first', async () => {
  const { token } = await hosted(world, server);
  const holder = newKey();
  const first = await enter(server, token, 'guest', holder);
  const second = await enter(server, token, 'guest', holder);
  expect(await first.client.closed).toBe(CLOSE_CODES.REPLACED);
  await expect(second.client.request('requestChannel', { camera })).resolves.toEqual({});
});

test('A guest that dropped before it entered needs a new ticket', async () => {
  const { token, host } = await hosted(world, server);
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.drop();
  await host.client.request('keepAliveSocket', {});
  const login = (await connect(server)).login({ resumeToken: guest.login.resumeToken });
  await expect(login).rejects.toMatchObject({ code: 'RESUME_INVALID' });
});

test('A reload while the call is being set up asks for media again', async () => {
  const { token, host, guest } = await requested(world, server);
  await guest.client.request('startChannel', {});
  await guest.client.drop();
  const again = await enter(server, token, 'guest', guest.holder);
  await host.client.request('startChannel', {});
  await world.written(token, { status: 'REQUESTED' });
  await again.client.request('startChannel', {});
  await host.client.channel(({ status }) => status === 'STARTED');
});

test('A guest may enter while the host is away, and the host can return', async () => {
  const { token, host } = await hosted(world, server);
  await host.client.drop();
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  const channel = await guest.client.channel(({ status }) => status === 'REQUESTED');
  expect(channel.seats.host?.connected).toBe(false);
  const back = await connect(server);
  const login = await back.login({ resumeToken: host.login.resumeToken });
  expect(login.channel.status).toBe('REQUESTED');
  await guest.client.channel(({ seats }) => seats.host?.connected === true);
});

test('clear drops a seat’s transports; it has no media until it reports ready again', async () => {
  const { token, host, guest } = await requested(world, server);
  const { id } = await host.client.request('createTransport', { direction: 'send' });
  await host.client.request('startChannel', {});
  await host.client.request('clear', {});
  const restart = host.client.request('restartIce', { transportId: id });
  await expect(restart).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await guest.client.request('startChannel', {});
  await world.written(token, { status: 'REQUESTED' });
  await host.client.request('startChannel', {});
  await world.written(token, { status: 'STARTED' });
});

test('A guest that logged in but did not enter cannot resume into the seat of the one who did', async () => {
  const { token } = await hosted(world, server);
  const visitor = await enter(server, token, 'guest', newKey());
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  const login = (await connect(server)).login({ resumeToken: visitor.login.resumeToken });
  await expect(login).rejects.toMatchObject({ code: 'RESUME_INVALID' });
  await expect(guest.client.request('startChannel', {})).resolves.toEqual({});
});

test('A login is answered before any event is sent, and later events are newer', async () => {
  const { token, host } = await hosted(world, server);
  for (let heading = 1; heading <= 20; heading += 1) {
    const client = await connect(server);
    const signed = await ticket(token, 'guest', newKey());
    const login = client.login({ ticket: signed });
    const headings = [heading, -heading, heading];
    const changes = headings.map((value) =>
      host.client.request('updateCamera', { camera: { ...camera, heading: value } }),
    );
    const { channel } = await login;
    expect(client.order[0]).toBe('answer');
    await Promise.all(changes);
    await client.request('keepAliveSocket', {});
    const told = client.updates.map(({ seats }) => seats.host?.camera?.heading);
    const rest = headings.slice(headings.length - told.length);
    expect(told).toEqual(rest);
    if (told.length === 0) expect(channel.seats.host?.camera?.heading).toBe(heading);
  }
});

test('Messages to a seat whose socket is away are refused', async () => {
  const { host, guest } = await started(world, server);
  await guest.client.drop();
  await host.client.channel(({ seats }) => seats.guest?.connected === false);
  const message = host.client.request('message', saying('anyone?'));
  await expect(message).rejects.toMatchObject({ code: 'WRONG_STATE' });
});
