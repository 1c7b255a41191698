import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { keyName, type ShortcutName } from './shortcuts.ts';

type ShortcutState = {
  /**
   * Whether single-key shortcuts are on: kept for the tab. They can be switched off, as speech input may type letters
   * unintentionally (WCAG 2.1.4).
   */
  on: boolean;
  /** Whether the list of shortcuts is open. */
  listed: boolean;
  /** The element that had the focus before. */
  opener: Element | null;
};

export const shortcutStore = createStore<ShortcutState>()(() => ({
  on: loadPreferences().shortcuts,
  listed: false,
  opener: null,
}));

export function setShortcuts(on: boolean): void {
  shortcutStore.setState({ on });
  changePreferences({ shortcuts: on });
}

/** Opens the list. @param opener gets the focus back */
export function listShortcuts(opener: Element | null): void {
  shortcutStore.setState({ listed: true, opener });
}

/** The ARIA attribute of a button that has a shortcut. */
export function ariaKey(name: ShortcutName, on: boolean): { 'aria-keyshortcuts'?: string } {
  return on ? { 'aria-keyshortcuts': keyName(name) } : {};
}
