import { expect, it } from 'vitest';
import type { CallHealthReport } from '#protocol/call-health.ts';
import { type Measurable, SeatSamples } from './seat-sample.ts';

/** A call whose host sends a picture to the guest; each measurement adds the given bytes. */
function call() {
  const counted = { sent: 0, received: 0 };
  const stats = (type: string, byteCount: number) => [
    { type, byteCount, packetCount: byteCount / 100, packetsLost: byteCount / 1_000, roundTripTime: 30 },
  ];
  const camera = { id: 'camera', getStats: async () => stats('inbound-rtp', counted.sent) };
  const consumer = {
    ...{ id: 'consumer', paused: false, producerPaused: false },
    getStats: async () => stats('outbound-rtp', counted.received),
  };
  const host: Measurable = { camera, consumerOf: () => undefined, report: null };
  const guest: Measurable = { camera: undefined, consumerOf: () => consumer, report: null };
  const samples = new SeatSamples(1_000);
  let now = 0;
  /** @param bytes transferred since the last measurement */
  const measure = async (bytes: number, ms = 10_000) => {
    now += ms;
    counted.sent += bytes;
    counted.received += bytes;
    const [ofHost, ofGuest] = [
      await samples.measure('host', host, guest, now),
      await samples.measure('guest', guest, host, now),
    ];
    return { host: ofHost?.sample, guest: ofGuest?.sample, picture: ofGuest?.picture };
  };
  return { guest, consumer, measure };
}

const report = (watchedMs: number, frozenMs: number): CallHealthReport => ({
  ...{ watchedMs, frozenMs, roundTripMs: null },
  received: { width: 1920, height: 960, framesPerSecond: 30 },
  sent: { width: null, height: null, framesPerSecond: null, limitation: null },
});

it('measures both directions from the second time on, and takes each browser report once', async () => {
  const { guest, measure } = call();
  expect(await measure(50_000)).toMatchObject({ host: undefined, guest: undefined });
  guest.report = report(10_000, 0);
  const rate = { bitrate: 80_000, loss: 0.1 };
  const second = await measure(100_000);
  expect(second.host).toEqual({
    ...{ seat: 'host', ms: 10_000, sent: rate, received: null, roundTripMs: null, report: null },
  });
  expect(second.guest).toEqual({
    ...{ seat: 'guest', ms: 10_000, sent: null, received: rate, roundTripMs: 30 },
    report: report(10_000, 0),
  });
  expect((await measure(100_000)).guest?.report).toBeNull();
});

it('reports a lost picture once, and its return once', async () => {
  const { measure } = call();
  const told = [];
  for (const bytes of [1_000, 1_000, 0, 0, 1_000, 1_000]) told.push((await measure(bytes)).picture ?? null);
  expect(told).toEqual([null, null, 'picture-lost', null, 'picture-back', null]);
});

it('skips a sample that is too short, and adds it to the next', async () => {
  const { measure } = call();
  await measure(1_000);
  expect(await measure(500, 900)).toMatchObject({ host: undefined, guest: undefined });
  const rate = { bitrate: 16_000, loss: 0.1 };
  expect(await measure(1_500, 100)).toMatchObject({
    host: { ms: 1_000, sent: rate },
    guest: { received: rate },
  });
});

it('reports a picture that never came as neither lost nor back', async () => {
  const { measure } = call();
  const told = [];
  for (const bytes of [0, 0, 1_000, 0]) told.push((await measure(bytes)).picture ?? null);
  expect(told).toEqual([null, null, null, 'picture-lost']);
});

it('reports a picture frozen in the browser as lost', async () => {
  const { guest, measure } = call();
  for (const bytes of [1_000, 1_000]) await measure(bytes);
  guest.report = report(10_000, 10_000);
  expect((await measure(1_000)).picture).toBe('picture-lost');
  guest.report = report(10_000, 4_000);
  expect((await measure(1_000)).picture).toBe('picture-back');
});

it('does not miss a picture that is not sent', async () => {
  const { consumer, measure } = call();
  await measure(1_000);
  consumer.producerPaused = true;
  expect((await measure(0)).picture).toBeNull();
  consumer.producerPaused = false;
  expect((await measure(1_000)).picture).toBeNull();
});
