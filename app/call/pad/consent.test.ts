import { beforeEach, expect, it, vi } from 'vitest';
import type { CallState } from '../state/call-state.ts';
import { FakeCall, roomWith, stateWith } from '../tests/fake-call.ts';

let call: FakeCall;
let consent: typeof import('./consent.ts');
let stored: Map<string, string>;

beforeEach(async () => {
  vi.resetModules();
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  call = new FakeCall('host');
  consent = await import('./consent.ts');
  return () => vi.unstubAllGlobals();
});

it.each<[string, Partial<CallState>, boolean]>([
  ['a host whose account offers it', {}, true],
  ['a host without such an account', { proposed: [] }, false],
  ['a guest', { seat: 'guest' }, false],
  ['a host who has declined', { offers: [] }, false],
  ['a host without a guest', { channel: roomWith({ status: 'CREATED' }) }, false],
  ['a host after the call', { channel: roomWith({ status: 'FINISHED' }) }, false],
])('asks %s: %j: %j', (_who, change, asked) => {
  expect(consent.asksConsent(stateWith({ proposed: ['PAD'], ...change }))).toBe(asked);
});

it('keeps the answer for this room only', async () => {
  consent.allow(['VOICE']);
  expect(call.state.offers).toEqual(['VOICE']);
  const { loadPreferences } = await import('../devices/preferences.ts');
  expect(loadPreferences().directed).toEqual({ token: call.state.token, modes: ['VOICE'] });
});
