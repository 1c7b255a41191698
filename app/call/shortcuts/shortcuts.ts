/** Actions with a single key, and the text that names each. Menus and buttons do the same. */
export const SHORTCUTS = {
  mute: { key: 'm', text: 'controls.mute' },
  camera: { key: 'v', text: 'controls.cameraOff' },
  screen: { key: 'e', text: 'screen.share' },
  swap: { key: 'x', text: 'screen.swap' },
  chat: { key: 'c', text: 'chat.title' },
  hand: { key: 'h', text: 'hand.raise' },
  map: { key: 'g', text: 'shortcuts.map' },
  front: { key: 'r', text: 'compass.reset' },
  captions: { key: 't', text: 'captions.title' },
  bearing: { key: 'b', text: 'places.where' },
  places: { key: 'l', text: 'places.title' },
  saveView: { key: 's', text: 'snapshot.view' },
  saveSphere: { key: 'd', text: 'snapshot.sphere' },
  record: { key: 'o', text: 'recording.start' },
  pip: { key: 'p', text: 'pip.open' },
  fullscreen: { key: 'f', text: 'controls.fullscreen' },
  list: { key: '?', text: 'shortcuts.title' },
} as const;

export type ShortcutName = keyof typeof SHORTCUTS;

/** Actions of the shortcuts that currently apply. */
export type ShortcutActions = Partial<Record<ShortcutName, () => void | Promise<void>>>;

/** The key as shown and in `aria-keyshortcuts`. */
export function keyName(name: ShortcutName): string {
  return SHORTCUTS[name].key.toUpperCase();
}

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** The saved place of a digit key, counted from 0; null for any other key. */
export function placeOf({ key, altKey, ctrlKey, metaKey, repeat }: Press): number | null {
  if (altKey || ctrlKey || metaKey || repeat || !/^[1-9]$/.test(key)) return null;
  return Number(key) - 1;
}

/**
 * The shortcut of a key; null for any other key, for a repeated one, and with a modifier, except that `?` may need
 * Shift.
 */
export function shortcutOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Press): ShortcutName | null {
  if (altKey || ctrlKey || metaKey || repeat || (shiftKey && key !== SHORTCUTS.list.key)) return null;
  for (const name of names) if (SHORTCUTS[name].key === key.toLowerCase()) return name;
  return null;
}

const isName = (name: string): name is ShortcutName => Object.hasOwn(SHORTCUTS, name);

/** In the order of the list. */
export const names: readonly ShortcutName[] = Object.keys(SHORTCUTS).filter(isName);
