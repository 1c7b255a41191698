import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { CallState } from '../state/call-state.ts';

/** Says when a player that is no browser begins and ceases to show the host. */
export function usePlayerNews({ channel }: CallState): void {
  const { t } = useTranslation('call');
  const isPlayed = channel?.played === true;
  const wasPlayed = useRef(false);
  useEffect(() => {
    if (isPlayed !== wasPlayed.current) notify(t(isPlayed ? 'player.begun' : 'player.ended'));
    wasPlayed.current = isPlayed;
  }, [isPlayed, t]);
}
