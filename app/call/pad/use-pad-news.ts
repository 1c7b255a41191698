import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { CallState } from '../state/call-state.ts';
import { isOffered } from './offered.ts';

/** Tells the guest in which ways they can direct the host, whenever these change. */
export function usePadNews(call: CallState): void {
  const { t } = useTranslation('call');
  const [pad, voice] = [isOffered(call, 'PAD'), isOffered(call, 'VOICE')];
  const ways = pad && voice ? 'both' : pad ? 'pad' : voice ? 'voice' : 'none';
  const before = useRef<typeof ways>('none');
  useEffect(() => {
    if (before.current !== ways) notify(t(`pad.can.${ways}`));
    before.current = ways;
  }, [ways, t]);
}
