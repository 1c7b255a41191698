import { beforeEach, expect, it, vi } from 'vitest';
import { captionStore, setCaptions, showCaption } from './caption-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
  setCaptions(true);
  return () => vi.useRealTimers();
});

it('shows current speech after the previous sentence, until a silence', () => {
  showCaption('look', false);
  expect(captionStore.getState()).toMatchObject({ before: '', now: 'look' });
  showCaption(' look there ', true);
  expect(captionStore.getState()).toMatchObject({ before: 'look there', now: '' });
  vi.advanceTimersByTime(5_000);
  showCaption('and up', false);
  vi.advanceTimersByTime(5_000);
  expect(captionStore.getState()).toMatchObject({ before: 'look there', now: 'and up' });
  vi.advanceTimersByTime(2_000);
  expect(captionStore.getState()).toMatchObject({ before: '', now: '' });
});
