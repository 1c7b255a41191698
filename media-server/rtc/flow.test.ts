import { expect, it } from 'vitest';
import { type Flow, flowOf, rateOf } from './flow.ts';

const stream = (type: string, byteCount: number, packetCount: number, packetsLost: number) => ({
  ...{ type, byteCount, packetCount, packetsLost },
});
const flow = (bytes: number, packets: number, lost: number, id = 'a'): Flow => ({
  ...{ id, bytes, packets, lost, roundTripMs: null },
});

it('adds up the layers of one direction', async () => {
  const streams = [
    { ...stream('inbound-rtp', 50, 5, 0), roundTripTime: 41.6 },
    // Of this one the browser has reported nothing yet.
    stream('inbound-rtp', 100, 10, 1),
    stream('outbound-rtp', 9_000, 900, 90),
  ];
  const source = { id: 'a', getStats: async () => streams };
  expect(await flowOf(source, 'inbound-rtp')).toEqual({
    ...{ id: 'a', bytes: 150, packets: 15, lost: 1, roundTripMs: 42 },
  });
});

it('has nothing of what is not there, or is closed meanwhile', async () => {
  const closed = { id: 'a', getStats: () => Promise.reject(new Error('Channel closed')) };
  expect(await flowOf(undefined, 'inbound-rtp')).toBeNull();
  expect(await flowOf(closed, 'inbound-rtp')).toBeNull();
});

it('reckons what came since, and all of another flow', () => {
  expect(rateOf(flow(3_500, 40, 3), flow(1_000, 20, 1), 1_000)).toEqual({ bitrate: 20_000, loss: 0.1 });
  expect(rateOf(flow(3_500, 40, 3, 'b'), flow(9_000, 90, 9), 1_000)).toEqual({
    bitrate: 28_000,
    loss: 3 / 40,
  });
});

it('tells no loss of nothing, and none below nothing or above all', () => {
  expect(rateOf(flow(1_000, 20, 1), flow(1_000, 20, 1), 1_000)).toEqual({ bitrate: 0, loss: null });
  // Packets that came late are no longer counted as lost.
  expect(rateOf(flow(2_000, 30, 0), flow(1_000, 20, 4), 1_000).loss).toBe(0);
  expect(rateOf(flow(2_000, 30, 50), flow(1_000, 20, 4), 1_000).loss).toBe(1);
});
