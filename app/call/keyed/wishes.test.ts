import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeyedRoom } from '#protocol/keyed-room.ts';
import { chooseQuality, deviceStore } from '../devices/device-store.ts';
import { changePreferences } from '../devices/preferences.ts';
import { followWishes } from './wishes.ts';

const room: KeyedRoom = {
  id: '00000000-0000-4000-8000-000000000000',
  hostName: null,
  guestName: null,
  returnUrl: null,
  projection: null,
  quality: 'LOW',
  ingest: false,
  watch: false,
  origins: [],
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each(['MEDIUM', 'DEFAULT'] as const)('wishes give way to a choice of %s', (chosen) => {
  followWishes(room);
  expect(deviceStore.getState().quality).toBe('LOW');
  chooseQuality(chosen);
  followWishes(room);
  expect(deviceStore.getState().quality).toBe(chosen);
});

it('a camera that streams gives way to one that was chosen', () => {
  changePreferences({ cameraId: 'another' });
  followWishes({ ...room, ingest: true });
  expect(deviceStore.getState().cameraId).not.toBe('streamed');
  changePreferences({ cameraId: null });
  followWishes({ ...room, ingest: true });
  expect(deviceStore.getState().cameraId).toBe('streamed');
});
