import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { duration, Progress } from './progress.ts';

let said: string[];
let progress: Progress;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] });
  said = [];
  progress = new Progress(['Database', 'Site'], (line) => said.push(line));
});
afterEach(() => vi.useRealTimers());

const takes = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'made'));

test('prints nothing for a quick step', async () => {
  const result = progress.step('Database', takes(500));
  await vi.advanceTimersByTimeAsync(500);
  expect(await result).toBe('made');
  expect(said).toEqual([]);
});

test('names a slow step, says that it continues, and how long it took', async () => {
  const result = progress.step('Site', takes(70_000));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(said).toEqual(['[2/2] Site']);
  await vi.advanceTimersByTimeAsync(69_000);
  await result;
  expect(said).toEqual([
    '[2/2] Site',
    '[2/2] Site: 15 s so far',
    '[2/2] Site: 30 s so far',
    '[2/2] Site: 45 s so far',
    '[2/2] Site: 1 min 0 s so far',
    '[2/2] Site: done in 1 min 10 s',
  ]);
});

test('names a step before its first line', async () => {
  await progress.step('Database', async (say) => say('Creating a database'));
  expect(said).toEqual(['[1/2] Database', 'Creating a database', '[1/2] Database: done in 0 s']);
});

test('stops reporting a failed step, and does not call it done', async () => {
  const result = progress.step('Site', () => Promise.reject(new Error('no room on the disk')));
  await expect(result).rejects.toThrow('no room on the disk');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([]);
});

test('formats durations', () => {
  expect([0, 59_400, 245_000].map(duration)).toEqual(['0 s', '59 s', '4 min 5 s']);
});
