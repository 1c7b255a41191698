import { observer, type types } from 'mediasoup';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MediaServer } from '../../server.ts';
import { camera } from '../support/client.ts';
import { enter, hosted, newKey, World } from '../support/harness.ts';
import { Media } from '../support/media-client.ts';

let world: World;
let server: MediaServer;
let transports: types.Transport[];
let consumers: types.Consumer[];

beforeAll(async () => {
  observer.on('newworker', ({ observer: worker }) => {
    worker.on('newrouter', ({ observer: router }) => {
      router.on('newtransport', (transport) => {
        transports.push(transport);
        transport.observer.on('newconsumer', (consumer) => consumers.push(consumer));
      });
    });
  });
  world = await World.create();
  server = await world.start();
});
beforeEach(() => {
  transports = [];
  consumers = [];
});
afterAll(() => world.close());

const code = (name: string) => expect.objectContaining({ code: name });

/** A room whose host sends a picture. */
async function sending() {
  const room = await hosted(world, server);
  const media = await Media.open(room.host.client, room.host.login);
  const producer = await media.produce(await media.transport('send'), 'video');
  return { ...room, media, producer };
}

/** A guest with the code who has not entered. */
async function visit(token: string) {
  const visitor = await enter(server, token, 'guest', newKey());
  return { ...visitor, media: await Media.open(visitor.client, visitor.login) };
}

describe('A visitor', () => {
  test('is announced to the host until it has gone or entered', async () => {
    const { token, host } = await hosted(world, server);
    const first = await enter(server, token, 'guest', newKey());
    expect(first.login.channel.visited).toBe(true);
    await host.client.channel(({ visited }) => visited);
    const other = await enter(server, token, 'guest', newKey());
    await first.client.drop();
    await host.client.request('keepAliveSocket', {});
    expect(host.client.updates.at(-1)).toMatchObject({ visited: true });
    await other.client.drop();
    await host.client.channel(({ visited }) => !visited);
    const last = await enter(server, token, 'guest', newKey());
    await host.client.channel(({ visited }) => visited);
    await last.client.request('requestChannel', { camera });
    expect(await host.client.channel(({ status }) => status === 'REQUESTED')).toMatchObject({
      visited: false,
    });
  });

  test('receives nothing before it enters, and then what it is ready for', async () => {
    const { token, producer } = await sending();
    const { client, media } = await visit(token);
    const receiving = await media.transport('receive');
    const ready = await media.consume(receiving, producer.id);
    const [consumer] = consumers;
    await client.request('resumeConsumer', { consumerId: ready.id });
    expect(consumer?.paused).toBe(true);
    await client.request('requestChannel', { camera });
    expect(consumer?.paused).toBe(false);
    // Its transport is now the seat's.
    await expect(client.request('restartIce', { transportId: receiving.id })).resolves.toBeDefined();
  });

  test('receives other consumers once it is ready for them', async () => {
    const { token, producer } = await sending();
    const { client, media } = await visit(token);
    const consuming = await media.consume(await media.transport('receive'), producer.id);
    await client.request('requestChannel', { camera });
    const [consumer] = consumers;
    expect(consumer?.paused).toBe(true);
    await client.request('resumeConsumer', { consumerId: consuming.id });
    expect(consumer?.paused).toBe(false);
  });

  test('cannot send or restart ICE', async () => {
    const { token } = await sending();
    const { client, media } = await visit(token);
    await expect(media.transport('send')).rejects.toEqual(code('WRONG_STATE'));
    const { id: transportId } = await media.transport('receive');
    await expect(client.request('restartIce', { transportId })).rejects.toEqual(code('WRONG_STATE'));
  });

  test('prepares again after its host comes back', async () => {
    const { token, host, producer } = await sending();
    const { media } = await visit(token);
    const receiving = await media.transport('receive');
    await media.consume(receiving, producer.id);
    const again = await enter(server, token, 'host', host.holder);
    const hostMedia = await Media.open(again.client, again.login);
    await expect.poll(() => consumers[0]?.closed).toBe(true);
    const next = await hostMedia.produce(await hostMedia.transport('send'), 'video');
    await expect(media.consume(receiving, next.id)).resolves.toBeDefined();
  });
});

describe('A visitor’s prepared media is closed', () => {
  test('when it leaves', async () => {
    const { token, host } = await sending();
    const { client, media } = await visit(token);
    await media.transport('receive');
    const prepared = transports.at(-1);
    await client.drop();
    await expect.poll(() => prepared?.closed).toBe(true);
    await host.client.request('keepAliveSocket', {});
  });

  test('when another one has entered; it can prepare no more', async () => {
    const { token } = await sending();
    const late = await visit(token);
    await late.media.transport('receive');
    const prepared = transports.at(-1);
    const first = await visit(token);
    await first.client.request('requestChannel', { camera });
    expect(prepared?.closed).toBe(true);
    await expect(late.media.transport('receive')).rejects.toEqual(code('WRONG_STATE'));
  });

  test('with its room', async () => {
    const { token, host } = await sending();
    const { media } = await visit(token);
    await media.transport('receive');
    await host.client.request('finishChannel', {});
    expect(transports.every(({ closed }) => closed)).toBe(true);
  });
});

test('At most four visitors prepare at once, and any of them can enter', async () => {
  const { token } = await sending();
  const visitors = await Promise.all([1, 2, 3, 4, 5].map(() => visit(token)));
  for (const { media } of visitors.slice(0, 4)) await media.transport('receive');
  const [first, , , , last] = visitors;
  await expect(last?.media.transport('receive')).rejects.toEqual(code('RATE_LIMITED'));
  await first?.client.drop();
  await expect
    .poll(() => last?.media.transport('receive').catch((error: unknown) => error))
    .not.toEqual(code('RATE_LIMITED'));
  await visitors[2]?.client.request('requestChannel', { camera });
});
