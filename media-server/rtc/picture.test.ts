import { beforeEach, expect, test } from 'vitest';
import { PictureWatch } from './picture.ts';

let watch: PictureWatch;
let bytes: number;
let bitrate: number;
let camera: { id: string; closed: boolean; paused: boolean } | undefined;
let consumer: { paused: boolean; score: { score: number } } | undefined;
let connected: { send: boolean; receive: boolean };
let reported: number;
/** Bytes of reports that the guest's browser sends between two looks. */
let reports: number;

beforeEach(() => {
  watch = new PictureWatch();
  bytes = 0;
  bitrate = 1_000_000;
  camera = { id: 'camera', closed: false, paused: false };
  consumer = { paused: false, score: { score: 10 } };
  connected = { send: true, receive: true };
  reported = 0;
  reports = 500;
});

// Two layers.
const getStats = async () => [1, 2].map(() => ({ byteCount: bytes / 2, bitrate: bitrate / 2 }));
const reportedBytes = async () => reported;
let held: (NonNullable<typeof camera> & { getStats: typeof getStats }) | undefined;
/** Looks once more, after the given number of further bytes. */
function look(more = 50_000) {
  bytes += more;
  reported += reports;
  held = held?.id === camera?.id && held ? Object.assign(held, camera) : camera && { ...camera, getStats };
  return watch.look({
    host: { isConnected: (direction) => connected[direction], camera: held },
    guest: { isConnected: (direction) => connected[direction], consumerOf: () => consumer, reportedBytes },
  });
}

test('a picture that is sent arrives', async () => {
  expect(await look()).toEqual({ offered: true, reached: true, arrives: true });
});

test('a picture does not arrive at a browser that sends no more reports', async () => {
  await look();
  reports = 0;
  expect(await look()).toEqual({ offered: true, reached: true, arrives: false });
  // The browser has a new transport.
  reported = 100;
  reports = 100;
  expect(await look()).toMatchObject({ arrives: true });
});

test('nothing is offered while the camera is off or unreachable', async () => {
  const nothing = { offered: false, reached: true, arrives: false };
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
  expect(await look(0)).toEqual({ offered: true, reached: true, arrives: false });
  consumer = { paused: true, score: { score: 10 } };
  expect(await look(0)).toMatchObject({ offered: true });
  consumer.paused = false;
  connected.receive = false;
  expect(await look(0)).toEqual({ offered: true, reached: false, arrives: false });
});

test("a new camera's bytes are counted from zero", async () => {
  await look(1_000_000);
  camera = { id: 'other', closed: false, paused: false };
  bytes = 0;
  expect(await look(1_000)).toMatchObject({ arrives: true });
});

test('a picture with too much loss does not arrive', async () => {
  if (consumer) consumer.score.score = 2;
  expect(await look()).toEqual({ offered: true, reached: true, arrives: false });
  if (consumer) consumer.score.score = 3;
  expect(await look()).toMatchObject({ arrives: true });
});
