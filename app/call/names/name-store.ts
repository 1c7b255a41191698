import { createStore } from 'zustand/vanilla';
import { callNameSchema } from '#protocol/relayed.ts';
import { callStore } from '../state/call-store.ts';
import { onHeard } from '../state/said.ts';

const STORAGE_KEY = 'panocall.name';

type Names = {
  /** As typed by this person, remembered on this device; empty: none. */
  own: string;
  /** What the other person of this tab's call has told; null: nothing. */
  other: string | null;
};

/** Names of people without an account. No server stores them. */
export const nameStore = createStore<Names>()(() => ({ own: stored(), other: null }));

function stored(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}

export function setOwnName(own: string): void {
  nameStore.setState({ own });
  try {
    if (own) localStorage.setItem(STORAGE_KEY, own);
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is disabled: the name applies to this page only.
  }
}

/** The name to tell the other person; null if there is none. */
export function toldName({ own }: Names): string | null {
  return callNameSchema.safeParse(own).data ?? null;
}

onHeard('nameTold', ({ name }) => nameStore.setState({ other: name }));

callStore.subscribe(({ call }, { call: before }) => {
  if (call?.token !== before?.token) nameStore.setState({ other: null });
});
