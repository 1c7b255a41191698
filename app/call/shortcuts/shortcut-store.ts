import { createStore } from 'zustand/vanilla';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { keyName, type ShortcutName } from './shortcuts.ts';

type ShortcutState = {
  /**
   * Whether single keys do something: kept for the tab. They can be switched off, as speech input types them unasked
   * (WCAG 2.1.4).
   */
  on: boolean;
  /** The list of them is open. */
  listed: boolean;
  /** What had the focus before. */
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

/** The attribute of a button for which a shortcut stands. */
export function ariaKey(name: ShortcutName, on: boolean): { 'aria-keyshortcuts'?: string } {
  return on ? { 'aria-keyshortcuts': keyName(name) } : {};
}
