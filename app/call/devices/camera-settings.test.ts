import { beforeEach, expect, test, vi } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { loadPicture, saveSettings, UNCHANGED } from './camera-settings.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('lenses are stored per camera and projection', () => {
  const lenses = { ...USUAL_LENSES, front: { x: 0.74, y: 0.45, rx: 0.22, ry: 0.4 }, fov: 204 };
  saveSettings('THETA S', 'dual-fisheye', { ...UNCHANGED, lenses });
  expect(loadPicture('THETA S', 'dual-fisheye').lenses).toEqual(lenses);
  expect(loadPicture('THETA S', 'equirectangular').lenses).toEqual(USUAL_LENSES);
  expect(loadPicture('Insta360 Air', 'dual-fisheye').lenses).toEqual(USUAL_LENSES);
});

test('settings stored before lenses existed are kept, with the usual lenses', () => {
  const older = { stereo: 'mono', heading: 30, pitch: -5, roll: 90 };
  stored.set('panocall.cameras', JSON.stringify({ 'dual-fisheye THETA S': older }));
  expect(loadPicture('THETA S', 'dual-fisheye')).toEqual({
    projection: 'dual-fisheye',
    ...older,
    lenses: USUAL_LENSES,
  });
});
