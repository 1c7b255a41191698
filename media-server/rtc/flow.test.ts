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
    // The browser has not reported on this one yet.
    stream('inbound-rtp', 100, 10, 1),
    stream('outbound-rtp', 9_000, 900, 90),
  ];
  const source = { id: 'a', getStats: async () => streams };
  expect(await flowOf(source, 'inbound-rtp')).toEqual({
    ...{ id: 'a', bytes: 150, packets: 15, lost: 1, roundTripMs: 42 },
  });
});

it('returns null for a flow that is missing or was closed meanwhile', async () => {
  const closed = { id: 'a', getStats: () => Promise.reject(new Error('Channel closed')) };
  expect(await flowOf(undefined, 'inbound-rtp')).toBeNull();
  expect(await flowOf(closed, 'inbound-rtp')).toBeNull();
});

it('computes rates from the difference, or from everything if the flow is a new one', () => {
  expect(rateOf(flow(3_500, 40, 3), flow(1_000, 20, 1), 1_000)).toEqual({ bitrate: 20_000, loss: 0.1 });
  expect(rateOf(flow(3_500, 40, 3, 'b'), flow(9_000, 90, 9), 1_000)).toEqual({
    bitrate: 28_000,
    loss: 3 / 40,
  });
});

it('reports no loss without packets, and keeps the loss between 0 and 1', () => {
  expect(rateOf(flow(1_000, 20, 1), flow(1_000, 20, 1), 1_000)).toEqual({ bitrate: 0, loss: null });
  // Late packets no longer count as lost.
  expect(rateOf(flow(2_000, 30, 0), flow(1_000, 20, 4), 1_000).loss).toBe(0);
  expect(rateOf(flow(2_000, 30, 50), flow(1_000, 20, 4), 1_000).loss).toBe(1);
});
