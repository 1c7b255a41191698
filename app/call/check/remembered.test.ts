import { beforeEach, expect, test, vi } from 'vitest';
import type { Measures } from './measures.ts';
import { recall, remember } from './remembered.ts';

const DAY_MS = 24 * 3_600_000;
const MEASURES: Measures = {
  camera: { width: 3840, height: 1920, framesPerSecond: 29.9 },
  encoder: { hardware: false, width: 3840, height: 1920, framesPerSecond: null },
  display: null,
  uplink: { bitrate: 3e6, roundTrip: null, more: false },
};
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

test('remembers a check for a week, by its camera', () => {
  remember('THETA V', MEASURES, 0);
  expect(recall('THETA V', 6.9 * DAY_MS)).toEqual({ at: 0, measures: MEASURES });
  expect(recall('Webcam', 0)).toBeNull();
  expect(recall('THETA V', 7 * DAY_MS)).toBeNull();
});

test('forgets results older than a week with the next check', () => {
  remember('THETA V', MEASURES, 0);
  remember('Webcam', null, 8 * DAY_MS);
  expect(recall('Webcam', 8 * DAY_MS)).toEqual({ at: 8 * DAY_MS, measures: null });
  expect([...kept.values()].join()).not.toContain('THETA');
});

test('ignores entries that are invalid or from the future', () => {
  kept.set('panocall.checks', '{"version":2,"cameras":{"THETA V":{"at":0,"measures":{"camera":"sharp"}}}}');
  expect(recall('THETA V', 0)).toBeNull();
  remember('THETA V', MEASURES, 5 * DAY_MS);
  expect(recall('THETA V', 0)).toBeNull();
});

test('ignores results of a former version, and deletes them with the next check', () => {
  kept.set('panocall.checks', JSON.stringify({ Webcam: { at: 0, measures: MEASURES } }));
  expect(recall('Webcam', 0)).toBeNull();
  remember('THETA V', MEASURES, 0);
  expect([...kept.values()].join()).not.toContain('Webcam');
});

test('remembers nothing without storage', () => {
  vi.stubGlobal('localStorage', undefined);
  remember('THETA V', MEASURES, 0);
  expect(recall('THETA V', 0)).toBeNull();
});
