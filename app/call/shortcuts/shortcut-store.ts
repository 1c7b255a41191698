import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { keyName, type ShortcutName } from './shortcuts.ts';

type ShortcutState = {
  /**
   * Whether single keys do something: kept for the tab. They can be switched off, as speech input types them unasked
   * (WCAG 2.1.4).
   */
  on: boolean;
  /** What opened the list, while it is open. */
  listed: 'key' | 'menu' | null;
};

export const shortcutStore = createStore<ShortcutState>()(() => ({
  on: loadPreferences().shortcuts,
  listed: null,
}));

export function setShortcuts(on: boolean): void {
  shortcutStore.setState({ on });
  changePreferences({ shortcuts: on });
}

export function listShortcuts(listed: ShortcutState['listed']): void {
  shortcutStore.setState({ listed });
}

/** The attribute of a button for which a shortcut stands. */
export function ariaKey(name: ShortcutName, on: boolean): { 'aria-keyshortcuts'?: string } {
  return on ? { 'aria-keyshortcuts': keyName(name) } : {};
}
