import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { CallState } from '../state/call-state.ts';

/** Says when a player that is no browser begins and ceases to show the host. */
export function usePlayerNews({ channel }: CallState): void {
  const { t } = useTranslation('call');
  const isWatched = channel?.watched === true;
  const wasWatched = useRef(false);
  useEffect(() => {
    if (isWatched !== wasWatched.current) notify(t(isWatched ? 'player.begun' : 'player.ended'));
    wasWatched.current = isWatched;
  }, [isWatched, t]);
}
