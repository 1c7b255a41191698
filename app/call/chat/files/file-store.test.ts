import { afterEach, expect, it, vi } from 'vitest';
import { announceFile, fetchFile, fileStore, forgetFiles } from './file-store.ts';

const sent = vi.hoisted((): unknown[] => []);
vi.mock('../../state/call-store.ts', () => ({
  onData: () => {},
  requireCall: () => ({ sendData: async (_: string, data: unknown) => sent.push(data) }),
}));

afterEach(() => {
  forgetFiles();
  sent.length = 0;
});

const stateOf = (id: string) => fileStore.getState()[id]?.name;

it('fetches files until they are many bytes together, and later ones only if they are wanted', () => {
  const ids = Array.from({ length: 7 }, () => crypto.randomUUID());
  for (const id of ids) announceFile(id, { size: 10_000_000, type: 'image/png' });
  expect(ids.map(stateOf)).toEqual([...Array(5).fill('arriving'), 'offered', 'offered']);
  const [last = ''] = ids.slice(-1);
  fetchFile(last, 10_000_000);
  expect(stateOf(last)).toBe('arriving');
  // The next call.
  forgetFiles();
  announceFile(last, { size: 10_000_000, type: 'image/png' });
  expect(stateOf(last)).toBe('arriving');
});
