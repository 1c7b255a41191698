import { useEffect, useSyncExternalStore } from 'react';

const keyOf = (section: string) => `list ${section}`;

/** Remembers a list's query (`?q=…`) in this tab, for the way back from a row. */
export function useRememberList(section: string, search: string): void {
  useEffect(() => {
    try {
      sessionStorage.setItem(keyOf(section), search);
    } catch {
      // The way back then leads to the unfiltered list.
    }
  }, [section, search]);
}

/** The section's last list query; empty while the page hydrates. */
export function useListSearch(section: string): string {
  return useSyncExternalStore(
    () => () => {},
    () => sessionStorage.getItem(keyOf(section)) ?? '',
    () => '',
  );
}
