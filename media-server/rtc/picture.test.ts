import { beforeEach, expect, test } from 'vitest';
import { PictureWatch } from './picture.ts';

let watch: PictureWatch;
let bytes: number;
let bitrate: number;
let camera: { id: string; closed: boolean; paused: boolean } | undefined;
let consumer: { paused: boolean } | undefined;
let connected: { send: boolean; receive: boolean };
let traffic: { forwarded: number; heard: number };
/** What moves on the guest's transport between two looks. */
let moves: { forwarded: number; heard: number };

beforeEach(() => {
  watch = new PictureWatch();
  bytes = 0;
  bitrate = 1_000_000;
  camera = { id: 'camera', closed: false, paused: false };
  consumer = { paused: false };
  connected = { send: true, receive: true };
  traffic = { forwarded: 0, heard: 0 };
  moves = { forwarded: 50_000, heard: 500 };
});

// Two layers.
const getStats = async () => [1, 2].map(() => ({ byteCount: bytes / 2, bitrate: bitrate / 2 }));
let held: (NonNullable<typeof camera> & { getStats: typeof getStats }) | undefined;
/** Looks once more, after the camera has sent the given number of further bytes. */
function look(more = 50_000) {
  bytes += more;
  traffic = { forwarded: traffic.forwarded + moves.forwarded, heard: traffic.heard + moves.heard };
  held = held?.id === camera?.id && held ? Object.assign(held, camera) : camera && { ...camera, getStats };
  return watch.look({
    host: { isCameraConnected: connected.send, camera: held },
    guest: {
      isConnected: (direction) => connected[direction],
      consumerOf: () => consumer,
      traffic: async () => traffic,
    },
  });
}
const whole = { offered: true, reached: true, forwarded: true, heard: true };

test('a picture that is sent is forwarded', async () => {
  expect(await look()).toEqual(whole);
});

test('a browser that sends nothing between three looks is not heard', async () => {
  await look();
  moves.heard = 0;
  expect(await look()).toEqual(whole);
  expect(await look()).toEqual({ ...whole, heard: false });
  // The browser has a new transport.
  traffic = { forwarded: 0, heard: 0 };
  moves = { forwarded: 100, heard: 100 };
  expect(await look()).toEqual(whole);
});

test('nothing is forwarded to a guest who consumes nothing', async () => {
  moves.forwarded = 0;
  expect(await look()).toEqual({ ...whole, forwarded: false });
});

test('nothing is offered while the camera is off or unreachable', async () => {
  const nothing = { ...whole, offered: false };
  connected.send = false;
  expect(await look()).toEqual(nothing);
  connected.send = true;
  if (camera) camera.paused = true;
  expect(await look()).toEqual(nothing);
  if (camera) camera = { ...camera, paused: false, closed: true };
  expect(await look()).toEqual(nothing);
  camera = undefined;
  expect(await look()).toEqual(nothing);
});

test('a camera that stopped sending, or sends hardly anything, offers nothing while it is consumed', async () => {
  await look();
  expect(await look(0)).toMatchObject({ offered: false });
  bitrate = 29_000;
  expect(await look()).toMatchObject({ offered: false });
  bitrate = 30_000;
  expect(await look()).toMatchObject({ offered: true });
});

test('a picture that no one consumes is offered', async () => {
  consumer = undefined;
  expect(await look(0)).toEqual(whole);
  consumer = { paused: true };
  expect(await look(0)).toMatchObject({ offered: true });
  consumer.paused = false;
  connected.receive = false;
  expect(await look(0)).toMatchObject({ offered: true, reached: false });
});

test("a new camera's bytes are counted from zero", async () => {
  await look(1_000_000);
  camera = { id: 'other', closed: false, paused: false };
  bytes = 0;
  expect(await look(1_000)).toMatchObject({ offered: true });
});
