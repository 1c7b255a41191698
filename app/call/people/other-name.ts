import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { nameStore } from '../names/name-store.ts';
import type { CallState } from '../state/call-state.ts';
import { usePerson } from './use-person.ts';

/** Name of the other person's account, read once for all that shows it; null without one. */
const accountStore = createStore<{ name: string | null }>()(() => ({ name: null }));

const otherOf = ({ seat }: Pick<CallState, 'seat'>) => (seat === 'host' ? 'guest' : 'host');

/** Reads the other person's account for the parts of a live room that show its name. */
export function useReadName(call: CallState): void {
  const person = usePerson(call.token, otherOf(call), call.channel?.status ?? '');
  useEffect(() => {
    accountStore.setState({ name: person?.name ?? null });
    return () => accountStore.setState({ name: null });
  }, [person]);
}

/** The other person's name: given by the product that made the room, of their account, or as told; null without one. */
export function useOtherName(call: Pick<CallState, 'seat' | 'keyed'> | null): string | null {
  const account = useStore(accountStore, ({ name }) => name);
  const told = useStore(nameStore, ({ other }) => other);
  return call && (call.keyed?.[`${otherOf(call)}Name`] ?? account ?? told);
}

/** The other person at the beginning of a sentence: by name, or as "Your guest" or "Your host". */
export function useOtherAsSubject(call: CallState): string {
  const { t } = useTranslation('call');
  return useOtherName(call) ?? t(`people.your.${otherOf(call)}`);
}

/** The other person as the author of what they wrote: by name, or as "Guest" or "Host". */
export function useOtherAsAuthor(call: Pick<CallState, 'seat' | 'keyed'> | null): string {
  const { t } = useTranslation('call');
  return useOtherName(call) ?? t(`people.${otherOf(call ?? { seat: 'host' })}`);
}
