import { beforeEach, expect, it, vi } from 'vitest';
import { FakeCall } from '../tests/fake-call.ts';

let call: FakeCall;
const kept = new Map<string, string>();
const load = () => import('./name-store.ts');

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  call = new FakeCall('host');
});

it('remembers the own name, and tells it trimmed, with hidden characters shown', async () => {
  const { nameStore, setOwnName, toldName } = await load();
  expect(toldName(nameStore.getState())).toBeNull();
  setOwnName('  Ada\u202E ');
  expect(toldName(nameStore.getState())).toBe('Ada\uFFFD');
  vi.resetModules();
  expect((await load()).nameStore.getState().own).toBe('  Ada\u202E ');
  setOwnName('');
  expect(kept.size).toBe(0);
});

it('tells neither blanks nor more than 40 characters', async () => {
  const { toldName } = await load();
  for (const own of ['   ', 'x'.repeat(41)]) expect(toldName({ own, other: null })).toBeNull();
});

it('keeps the other person’s name for this call only', async () => {
  const { nameStore } = await load();
  // The fake call listens once its module has been loaded.
  await import('../state/call-store.ts');
  call.hear({ name: 'nameTold', data: { name: 'Ben' } });
  expect(nameStore.getState().other).toBe('Ben');
  call.be({ muted: true });
  expect(nameStore.getState().other).toBe('Ben');
  call.be({ token: 'ACDEFGHJK' });
  expect(nameStore.getState().other).toBeNull();
});
