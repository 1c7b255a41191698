import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';
import { fetchJson } from './http.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (_path: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, reject) => signal.addEventListener('abort', reject));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  [{ timeout: '2500' }, 2_500],
  // An error page.
  [{}, REQUEST_TIMEOUT_MS],
])('waits for the API as long as the page %o says', async (dataset, waits) => {
  vi.stubGlobal('document', { documentElement: { dataset } });
  const refused = vi.fn();
  fetchJson('/api/pinga/heartbeat', z.object({})).catch(refused);
  await vi.advanceTimersByTimeAsync(waits - 1);
  expect(refused).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNAVAILABLE' }));
});
