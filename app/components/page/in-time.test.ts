import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

const never = new Promise<string>(() => {});
const late = () => new Error('late');

/** Records the outcome of a promise: null until it settles. */
function settled(promise: Promise<string>): { now: string | null } {
  const seen: { now: string | null } = { now: null };
  promise.then(
    (value) => {
      seen.now = value;
    },
    (error: Error) => {
      seen.now = error.message;
    },
  );
  return seen;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('settles as the promise does', async () => {
  expect(await inTime(Promise.resolve('done'), 100, late)).toBe('done');
  await expect(inTime(Promise.reject(new Error('failed')), 100, late)).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
});

it('rejects if no answer comes', async () => {
  const seen = settled(inTime(never, 100, late));
  await vi.advanceTimersByTimeAsync(99);
  expect(seen.now).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.now).toBe('late');
});

it('starts the time of a hidden page once it is visible', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  const seen = settled(inTime(never, 100, late));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen.now).toBeNull();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(99);
  expect(seen.now).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(seen.now).toBe('late');
});
