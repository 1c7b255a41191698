import type { AudioSample } from 'mediabunny';
import { beforeEach, expect, it, vi } from 'vitest';
import { BATCH_FRAMES, CHANNELS } from './sound-batch.ts';
import { SoundFeed } from './sound-feed.ts';

const RATE = 48_000;

type Added = { from: number; to: number; isSilent: boolean };
let added: Added[] = [];
const add = vi.fn(async (sample: AudioSample) => {
  const first = new Float32Array(sample.numberOfFrames);
  sample.copyTo(first, { planeIndex: 0, format: 'f32-planar' });
  const { timestamp, duration } = sample;
  added.push({ from: timestamp, to: timestamp + duration, isSilent: first.every((value) => value === 0) });
});
const on = { problem: vi.fn(), silence: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  added = [];
  return () => vi.useRealTimers();
});

const tone = () => new Float32Array(CHANNELS * BATCH_FRAMES).fill(0.5);

it('adds silence, and reports it once, while the audio clock stands still', async () => {
  const feed = new SoundFeed({ add }, RATE, on);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(on.silence).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(7_100);
  expect(on.silence).toHaveBeenCalledTimes(1);
  // The picture is not held back until the end.
  expect(added.at(-1)?.to).toBeGreaterThanOrEqual(9);
  await feed.close();
  expect(added[0]?.from).toBe(0);
  for (const [i, { from, isSilent }] of added.entries()) {
    expect(isSilent).toBe(true);
    expect(from).toBeCloseTo(added[i - 1]?.to ?? 0);
  }
  expect(added.at(-1)?.to).toBeCloseTo(10);
});

it('places sound at the time it was heard', async () => {
  const feed = new SoundFeed({ add }, RATE, on);
  await vi.advanceTimersByTimeAsync(2_500);
  feed.hear(tone(), performance.now());
  await vi.advanceTimersByTimeAsync(0);
  const lasts = BATCH_FRAMES / RATE;
  expect(added.filter(({ isSilent }) => !isSilent)).toEqual([
    { from: expect.closeTo(2.5 - lasts), to: expect.closeTo(2.5), isSilent: false },
  ]);
  await vi.advanceTimersByTimeAsync(2_500);
  await feed.close();
  expect(added.at(-1)?.to).toBeCloseTo(5);
  expect(on.silence).not.toHaveBeenCalled();
});

it("adds a minute's silence one second at a time", async () => {
  const feed = new SoundFeed({ add }, RATE, on);
  feed.hear(tone(), performance.now() + 60_000);
  await feed.close();
  expect(Math.max(...added.map(({ from, to }) => to - from))).toBeCloseTo(1);
  expect(added.at(-1)?.to).toBeCloseTo(60);
});

it('adds silence for what a slow encoder could not take', async () => {
  let goOn = () => {};
  add.mockReturnValueOnce(
    new Promise((resolve) => {
      goOn = resolve;
    }),
  );
  const feed = new SoundFeed({ add }, RATE, on);
  for (let batch = 1; batch <= 100; batch++) {
    feed.hear(tone(), performance.now());
    await vi.advanceTimersByTimeAsync((1_000 * BATCH_FRAMES) / RATE);
  }
  expect(add).toHaveBeenCalledTimes(1);
  goOn();
  await feed.close();
  const heard = added.filter(({ isSilent }) => !isSilent).reduce((sum, { from, to }) => sum + to - from, 0);
  expect(heard).toBeLessThan(1.1);
  expect(added.at(-1)?.to).toBeCloseTo((100 * BATCH_FRAMES) / RATE, 1);
});

it('reports once that the encoder has failed', async () => {
  const problem = new Error('Encoding error');
  add.mockRejectedValueOnce(problem).mockRejectedValueOnce(problem);
  const feed = new SoundFeed({ add }, RATE, on);
  for (const endedAt of [1, 2]) feed.hear(tone(), performance.now() + endedAt);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(on.problem).toHaveBeenCalledExactlyOnceWith(problem);
  await feed.close();
  expect(on.problem).toHaveBeenCalledTimes(1);
});
