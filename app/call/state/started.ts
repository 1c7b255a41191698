/**
 * Whether a call is running: the site's menu is then disabled. Separate from the call, for pages that load none of it.
 */
let started = false;
const listeners = new Set<() => void>();

export function setCallStarted(value: boolean): void {
  if (started === value) return;
  started = value;
  for (const listener of listeners) listener();
}

export const callStarted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => started,
};
