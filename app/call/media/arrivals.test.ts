import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Arrival, Arrivals } from './arrivals.ts';

const report = (entry: { type: string; bytesReceived: number; [name: string]: unknown }): RTCStatsReport =>
  new Map([[entry.type, { ...entry, id: entry.type }]]);
const path = { type: 'candidate-pair', nominated: true, state: 'succeeded' };

let told: Arrival[];
let gaps: number;
/** Bytes per millisecond. */
let rate: { received: number; sent: number };
let bytes: { received: number; sent: number };
let arrivals: Arrivals;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  gaps = 0;
  rate = { received: 100, sent: 10 };
  bytes = { received: 0, sent: 0 };
  arrivals = new Arrivals({
    received: async () => report({ type: 'inbound-rtp', bytesReceived: bytes.received }),
    sent: async () => report({ ...path, bytesReceived: bytes.sent }),
    onGap: () => gaps++,
    onChange: (arrival) => told.push(arrival),
  });
  arrivals.expect(true);
});

afterEach(() => {
  arrivals.expect(false);
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    bytes = { received: bytes.received + rate.received * 20, sent: bytes.sent + rate.sent * 20 };
    await vi.advanceTimersByTimeAsync(20);
  }
}

it('reports a path that is cut, and back', async () => {
  await pass(2_000);
  rate = { received: 0, sent: 0 };
  await pass(1_500);
  expect(told).toEqual(['arriving', 'cut']);
  rate = { received: 100, sent: 10 };
  await pass(200);
  expect(told).toEqual(['arriving', 'cut', 'arriving']);
});

it('reports half a second without packets, once', async () => {
  await pass(2_000);
  rate.received = 0;
  await pass(900);
  expect(gaps).toBe(1);
  rate.received = 100;
  await pass(500);
  rate.received = 0;
  await pass(5_000);
  expect(gaps).toBe(2);
});

it('reports a silent other side while the server answers', async () => {
  await pass(2_000);
  rate.received = 0;
  await pass(5_000);
  expect(told).toEqual(['arriving', 'silent']);
  rate.sent = 0;
  await pass(1_500);
  expect(told).toEqual(['arriving', 'silent', 'cut']);
});

it('ignores pauses between the packets of someone who does not speak', async () => {
  await pass(1_000);
  for (let times = 0; times < 10; times++) {
    rate.received = 0;
    await pass(380);
    rate.received = 100;
    await pass(20);
  }
  expect(told).toEqual(['arriving']);
  expect(gaps).toBe(0);
});

it('reports a side whose connections are replaced as missing, until nothing is expected', async () => {
  await pass(2_000);
  rate.received = 0;
  arrivals.stopExpectingSoon();
  await pass(500);
  arrivals.expect(true);
  await pass(3_000);
  expect(told).toEqual(['arriving', 'silent']);
  arrivals.stopExpectingSoon();
  await pass(3_000);
  expect(told).toEqual(['arriving', 'silent', 'unknown']);
});

it('reports nothing before the first arrival, or where nothing is sent', async () => {
  rate.received = 0;
  await pass(5_000);
  expect(told).toEqual([]);
  rate.received = 100;
  await pass(500);
  rate.received = 0;
  arrivals.expect(false);
  await pass(5_000);
  arrivals.expect(true);
  await pass(5_000);
  expect(told).toEqual(['arriving', 'unknown']);
});
