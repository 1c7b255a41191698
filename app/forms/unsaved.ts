/** Ids of the page's forms with unsaved changes, those changed first before the others. */
const changed = new Set<string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Which forms of the page have unsaved changes. Without anything of React: the frame of every page reads it. */
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
