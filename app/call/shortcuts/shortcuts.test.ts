import { expect, test } from 'vitest';
import { applyKey } from '#app/sphere/look/look-controls.ts';
import { createLookStore } from '#app/sphere/look/look-store.ts';
import { names, placeOf, SHORTCUTS, shortcutOf } from './shortcuts.ts';

const press = {
  key: 'm',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
};

test('Finds the shortcut of a key, also with caps lock', () => {
  expect(shortcutOf(press)).toBe('mute');
  expect(shortcutOf({ ...press, key: 'M' })).toBe('mute');
  expect(shortcutOf({ ...press, key: 'q' })).toBeNull();
});

test.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'repeat'] as const)(
  'Ignores keys with %s',
  (modifier) => {
    expect(shortcutOf({ ...press, [modifier]: true })).toBeNull();
  },
);

test('The question mark may need Shift', () => {
  expect(shortcutOf({ ...press, key: '?', shiftKey: true })).toBe('list');
});

test('Keys are unique, and none of them looks around', () => {
  const keys = names.map((name) => SHORTCUTS[name].key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => applyKey(key, createLookStore().getState()))).toEqual([]);
});

test('A digit is a saved place, unless a modifier is held', () => {
  expect(placeOf({ ...press, key: '1' })).toBe(0);
  expect(placeOf({ ...press, key: '9' })).toBe(8);
  expect(['0', '10', 'm', 'F1'].map((key) => placeOf({ ...press, key }))).toEqual([null, null, null, null]);
  expect(placeOf({ ...press, key: '1', ctrlKey: true })).toBeNull();
});
