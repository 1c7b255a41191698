import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { user } from '#db/schema/index.ts';
import { CLOSE_CODES } from '#protocol/errors.ts';
import { ChannelStore } from '../../rooms/channel-store.ts';
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

const code = (name: string) => expect.objectContaining({ code: name });
const place = { latitude: 40.4, longitude: -3.7 };

describe('A waiting room', () => {
  test('opens with the host’s camera and writes it to the row', async () => {
    const { token } = await hosted(world, server);
    const row = await world.row(token);
    expect(row).toMatchObject({ status: 'CREATED', cameraType: 'INTEGRATED_CAM', videoQuality: 'MEDIUM' });
  });

  test('stores the host’s location in its row', async () => {
    const { token, host } = await hosted(world, server);
    await host.client.request('snapshotChannel', place);
    expect(await world.row(token)).toMatchObject(place);
  });

  test('stores the guest’s account, if there is one', async () => {
    const values = { username: 'bert', urlname: 'bert', email: 'bert@example.org' };
    const [bert] = await world.db.insert(user).values(values).returning();
    for (const account of [bert?.id ?? '', null]) {
      const { token } = await hosted(world, server);
      const guest = await connect(server);
      await guest.login({ ticket: await ticket(token, 'guest', newKey(), { user: account }) });
      expect(await world.row(token)).toMatchObject({ guestUserId: null });
      await guest.request('requestChannel', { camera });
      await world.written(token, { guestUserId: account, status: 'REQUESTED' });
    }
  });

  test('cannot be entered before the host has opened it', async () => {
    const { token, hostKey } = await world.room();
    const guest = await enter(server, token, 'guest', newKey());
    await expect(guest.client.request('requestChannel', { camera })).rejects.toEqual(code('WRONG_STATE'));
    const host = await enter(server, token, 'host', hostKey);
    await expect(guest.client.request('requestChannel', { camera })).rejects.toEqual(code('WRONG_STATE'));
    await expect(host.client.request('updateCamera', { camera })).rejects.toEqual(code('WRONG_STATE'));
    await expect(host.client.request('snapshotChannel', place)).rejects.toEqual(code('WRONG_STATE'));
    await host.client.request('createChannel', { camera });
    await guest.client.channel(({ seats }) => seats.host?.camera !== null);
    await expect(guest.client.request('requestChannel', { camera })).resolves.toEqual({});
  });

  test('is closed by its host', async () => {
    const { token, host } = await hosted(world, server);
    await host.client.request('finishChannel', {});
    const end = { status: 'FINISHED', endReason: 'left' };
    expect(host.client.updates.at(-1)).toMatchObject({ ...end, endedBy: 'host' });
    expect(await world.row(token)).toMatchObject({ ...end, endedAt: expect.any(Date) });
  });

  test('cannot be started or left, and relays no messages', async () => {
    const { host } = await hosted(world, server);
    const pad = { direction: 'up', pressed: true } as const;
    const { client } = host;
    await expect(client.request('startChannel', {})).rejects.toEqual(code('WRONG_STATE'));
    await expect(client.request('leaveChannel', {})).rejects.toEqual(code('WRONG_STATE'));
    await expect(client.request('message', saying('hello'))).rejects.toEqual(code('WRONG_STATE'));
    await expect(client.request('padChannel', pad)).rejects.toEqual(code('WRONG_STATE'));
    const voice = client.request('voiceDirection', { direction: 'stop' });
    await expect(voice).rejects.toEqual(code('WRONG_STATE'));
  });

  test('lets a guest do nothing but enter', async () => {
    const { token } = await hosted(world, server);
    const { client } = await enter(server, token, 'guest', newKey());
    await expect(client.request('message', saying('hello'))).rejects.toEqual(code('WRONG_STATE'));
    await expect(client.request('updateCamera', { camera })).rejects.toEqual(code('WRONG_STATE'));
    await expect(client.request('failChannel', { reason: 'media' })).rejects.toEqual(code('WRONG_STATE'));
    await expect(client.request('clear', {})).rejects.toEqual(code('WRONG_STATE'));
    const transport = client.request('createTransport', { direction: 'send' });
    await expect(transport).rejects.toEqual(code('WRONG_STATE'));
  });

  test('is not changed by a guest that leaves without having entered', async () => {
    const { token, host } = await hosted(world, server);
    const { client } = await enter(server, token, 'guest', newKey());
    await client.drop();
    await host.client.request('keepAliveSocket', {});
    expect((await world.row(token)).status).toBe('CREATED');
    expect(host.client.updates.at(-1)?.seats.guest).toBeNull();
  });
});

describe('A request that only one seat may send', () => {
  test('is forbidden to the other', async () => {
    const { host, guest } = await requested(world, server);
    const forbidden = code('FORBIDDEN');
    await expect(guest.client.request('createChannel', { camera })).rejects.toEqual(forbidden);
    await expect(guest.client.request('finishChannel', {})).rejects.toEqual(forbidden);
    await expect(guest.client.request('snapshotChannel', place)).rejects.toEqual(forbidden);
    await expect(host.client.request('requestChannel', { camera })).rejects.toEqual(forbidden);
  });
});

describe('A guest', () => {
  test('entering a room is sent to both sides and written to the row', async () => {
    const { token, host, guest } = await requested(world, server);
    await world.written(token, { status: 'REQUESTED', guestKey: guest.holder });
    const seen = guest.client.updates.at(-1);
    expect(seen).toEqual(host.client.updates.at(-1));
    expect(seen?.seats.guest).toEqual({ connected: true, camera, producers: [], ...untold });
    await expect(host.client.request('snapshotChannel', place)).rejects.toEqual(code('WRONG_STATE'));
  });

  test('that enters first gets the seat; one that logged in earlier does not', async () => {
    const { token } = await hosted(world, server);
    const first = await enter(server, token, 'guest', newKey());
    const second = await enter(server, token, 'guest', newKey());
    await second.client.request('requestChannel', { camera });
    const late = first.client.request('requestChannel', { camera });
    await expect(late).rejects.toEqual(code('SEAT_TAKEN'));
    await world.written(token, { guestKey: second.holder });
    const others = [
      first.client.ask('startChannel', {}),
      first.client.ask('updateCamera', { camera }),
      first.client.ask('failChannel', { reason: 'media' }),
      first.client.ask('leaveChannel', {}),
      first.client.ask('message', saying('me too')),
      first.client.ask('createTransport', { direction: 'send' }),
      first.client.ask('clear', {}),
    ];
    for (const answer of await Promise.all(others)) {
      expect(answer).toMatchObject({ error: { code: 'WRONG_STATE' } });
    }
    // The other guest receives no updates of the call.
    expect(first.client.updates.every(({ status }) => status === 'CREATED')).toBe(true);
  });

  test('that enters twice at once gets one seat', async () => {
    const { token } = await hosted(world, server);
    const guests = [newKey(), newKey(), newKey(), newKey()];
    const logins = await Promise.all(guests.map((holder) => enter(server, token, 'guest', holder)));
    const answers = logins.map(({ client }) => client.ask('requestChannel', { camera }));
    const refused = (await Promise.all(answers)).filter((answer) => 'error' in answer);
    expect(refused).toEqual(Array(3).fill({ error: { code: 'SEAT_TAKEN' }, id: expect.any(Number) }));
  });
});

describe('A call', () => {
  test('starts when both have media, not before', async () => {
    const { token, host, guest } = await requested(world, server);
    await guest.client.request('startChannel', {});
    expect(guest.client.updates.at(-1)?.status).toBe('REQUESTED');
    await host.client.request('startChannel', {});
    const channel = await guest.client.channel(({ status }) => status === 'STARTED');
    expect(channel.lastedMs).not.toBeNull();
    await world.written(token, { status: 'STARTED', startedAt: expect.any(Date) });
  });

  test.each(['host', 'guest'] as const)('is ended for both when the %s leaves', async (by) => {
    const { token, host, guest } = await started(world, server);
    await { host, guest }[by].client.request('leaveChannel', {});
    for (const { client } of [host, guest]) {
      const channel = await client.channel(({ status }) => status === 'FINISHED');
      expect(channel).toMatchObject({ endReason: 'left', endedBy: by });
    }
    expect(await world.row(token)).toMatchObject({ status: 'FINISHED', endReason: 'left' });
  });

  test('fails for both when one side reports a failure', async () => {
    const { token, host, guest } = await requested(world, server);
    await guest.client.request('failChannel', { reason: 'media' });
    const channel = await host.client.channel(({ status }) => status === 'FAILED');
    expect(channel).toMatchObject({ endReason: 'media', endedBy: 'guest' });
    expect(await world.row(token)).toMatchObject({ status: 'FAILED', endReason: 'media' });
  });

  test('that is over answers CHANNEL_ENDED to requests and logins', async () => {
    const { token, host, guest } = await started(world, server);
    await host.client.request('leaveChannel', {});
    await expect(guest.client.request('startChannel', {})).rejects.toEqual(code('CHANNEL_ENDED'));
    const transport = guest.client.request('createTransport', { direction: 'send' });
    await expect(transport).rejects.toEqual(code('CHANNEL_ENDED'));
    const message = guest.client.request('message', saying('are you there?'));
    await expect(message).rejects.toEqual(code('CHANNEL_ENDED'));
    await expect(host.client.request('snapshotChannel', place)).rejects.toEqual(code('CHANNEL_ENDED'));
    await expect(guest.client.request('keepAliveSocket', {})).resolves.toEqual({});
    const late = await connect(server);
    const login = late.login({ ticket: await ticket(token, 'guest', guest.holder) });
    await expect(login).rejects.toEqual(code('CHANNEL_ENDED'));
    const resume = (await connect(server)).login({ resumeToken: guest.login.resumeToken });
    await expect(resume).rejects.toEqual(code('CHANNEL_ENDED'));
  });

  test('hands direction keys, texts, their receipts and places to the other seat, in order', async () => {
    const { host, guest } = await started(world, server);
    const pad = { direction: 'left', pressed: true } as const;
    await host.client.request('offerControl', { modes: ['VOICE', 'PAD'] });
    await guest.client.request('padChannel', pad);
    expect(await host.client.event('padChannel')).toEqual(pad);
    const texts = Array.from({ length: 20 }, (_, index) => saying(`text ${index}`));
    await Promise.all(texts.map((text) => host.client.request('message', text)));
    // The other socket may bring them later than this one its answers.
    const got = () => guest.client.heard.filter(({ event }) => event === 'message').map(({ data }) => data);
    await expect.poll(got).toEqual(texts);
    const receipt = { id: texts[0]?.id ?? '' };
    await guest.client.request('messageReceived', receipt);
    expect(await host.client.event('messageReceived')).toEqual(receipt);
    await guest.client.request('pictureSaved', {});
    expect(await host.client.event('pictureSaved')).toEqual({});
    await guest.client.request('nameTold', { name: ' Ada ' });
    expect(await host.client.event('nameTold')).toEqual({ name: 'Ada' });
    const place = { picture: 'mine', yaw: 90, pitch: -10 } as const;
    await host.client.request('lookHere', place);
    expect(await guest.client.event('lookHere')).toEqual(place);
  });

  test('relays direction keys only to a host that currently offers them', async () => {
    const { host, guest } = await started(world, server);
    const pad = { direction: 'up', pressed: true } as const;
    const refused = () =>
      expect(guest.client.request('padChannel', pad)).rejects.toEqual(code('WRONG_STATE'));
    await refused();
    await host.client.request('offerControl', { modes: ['VOICE'] });
    await refused();
    const offer = guest.client.request('offerControl', { modes: ['PAD'] });
    await expect(offer).rejects.toEqual(code('FORBIDDEN'));

    await host.client.request('offerControl', { modes: ['PAD'] });
    const offered = await guest.client.channel(
      ({ seats }) => seats.host?.controlModes.includes('PAD') === true,
    );
    expect(offered.seats.guest?.controlModes).toEqual([]);
    await guest.client.request('padChannel', pad);
    await expect(host.client.request('padChannel', pad)).rejects.toEqual(code('WRONG_STATE'));

    await host.client.request('offerControl', { modes: [] });
    await refused();
    expect(host.client.heard.filter(({ event }) => event === 'padChannel')).toHaveLength(1);
    expect(guest.client.heard.filter(({ event }) => event === 'padChannel')).toHaveLength(0);
  });

  test('relays spoken directions only to a host that currently offers them', async () => {
    const { host, guest } = await started(world, server);
    const say = (direction: 'left' | 'stop') => guest.client.request('voiceDirection', { direction });
    await host.client.request('offerControl', { modes: ['PAD'] });
    await expect(say('left')).rejects.toEqual(code('WRONG_STATE'));
    await host.client.request('offerControl', { modes: ['VOICE'] });
    await say('left');
    await say('stop');
    const back = host.client.request('voiceDirection', { direction: 'left' });
    await expect(back).rejects.toEqual(code('WRONG_STATE'));
    await host.client.request('offerControl', { modes: [] });
    await expect(say('left')).rejects.toEqual(code('WRONG_STATE'));
    const heard = host.client.heard.filter(({ event }) => event === 'voiceDirection');
    expect(heard.map(({ data }) => data)).toEqual([{ direction: 'left' }, { direction: 'stop' }]);
    expect(guest.client.heard.some(({ event }) => event === 'voiceDirection')).toBe(false);
  });

  test('announces a camera change, and writes the host’s to the row', async () => {
    const { token, host, guest } = await started(world, server);
    const changed = { ...camera, projection: 'dual-fisheye', quality: 'HIGH', heading: 90 } as const;
    await host.client.request('updateCamera', { camera: changed });
    await guest.client.channel(({ seats }) => seats.host?.camera?.heading === 90);
    await world.written(token, { videoQuality: 'HIGH' });
    await guest.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
    await host.client.channel(({ seats }) => seats.guest?.camera?.quality === 'LOW');
    expect((await world.row(token)).videoQuality).toBe('HIGH');
  });

  test('is announced to both in the same order, each state once', async () => {
    const { host, guest } = await started(world, server);
    await host.client.request('leaveChannel', {});
    await guest.client.channel(({ status }) => status === 'FINISHED');
    const [seen, shown] = [guest.client.updates, host.client.updates];
    expect(seen.map(({ status }) => status)).toEqual(['REQUESTED', 'STARTED', 'FINISHED']);
    expect(shown.slice(-seen.length)).toEqual(seen);
    expect(new Set(shown.map((channel) => JSON.stringify(channel))).size).toBe(shown.length);
  });
});

test('A call begins and changes during a database outage, and its row follows', async () => {
  const { token, host } = await hosted(world, server);
  const guest = await enter(server, token, 'guest', newKey());
  const save = vi.spyOn(ChannelStore.prototype, 'save').mockRejectedValue(new Error('no database'));
  onTestFinished(() => save.mockRestore());
  await guest.client.request('requestChannel', { camera });
  for (const { client } of [host, guest]) await client.request('startChannel', {});
  await host.client.request('updateCamera', { camera: { ...camera, quality: 'LOW' } });
  const changed = await guest.client.channel(({ seats }) => seats.host?.camera?.quality === 'LOW');
  expect(changed.status).toBe('STARTED');
  expect(await world.row(token)).toMatchObject({ status: 'CREATED' });
  save.mockRestore();
  await world.written(token, { status: 'STARTED', guestKey: guest.holder, videoQuality: 'LOW' });
});

test('A room that nobody has entered is not opened before its row says so', async () => {
  const { token, hostKey } = await world.room();
  const host = await enter(server, token, 'host', hostKey);
  const save = vi.spyOn(ChannelStore.prototype, 'save').mockRejectedValueOnce(new Error('no database'));
  onTestFinished(() => save.mockRestore());
  await expect(host.client.request('createChannel', { camera })).rejects.toEqual(code('SERVER_ERROR'));
  await host.client.request('createChannel', { camera });
  expect(await world.row(token)).toMatchObject({ videoQuality: camera.quality });
});

test('A logout closes the socket and keeps the seat', async () => {
  const { host, guest } = await started(world, server);
  await guest.client.request('logout', {});
  expect(await guest.client.closed).toBe(CLOSE_CODES.LOGGED_OUT);
  const channel = await host.client.channel(({ seats }) => seats.guest?.connected === false);
  expect(channel.status).toBe('STARTED');
});
