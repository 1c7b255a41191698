/** Ids of the page's forms with unsaved changes, in the order they were first changed. */
const changed = new Set<string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Registry of the page's forms with unsaved changes. Independent of React, as the frame of every page reads it. */
export const unsaved = {
  any: (): boolean => changed.size > 0,
  first: (): string | undefined => changed.values().next().value,
  add(id: string): void {
    changed.add(id);
    tell();
  },
  delete(id: string): void {
    if (changed.delete(id)) tell();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
