import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { callBack } from '../notices/call-back.ts';
import { isCall } from '../state/call-state.ts';
import { callStore } from '../state/call-store.ts';

/** Calls the waiting host back when their guest enters. */
export function useGuestArrival(): void {
  const { t } = useTranslation('call');
  const stage = useStore(callStore, ({ call }) => {
    if (call?.seat !== 'host' || !call.channel) return null;
    if (call.channel.status === 'CREATED') return 'waiting';
    return isCall(call.channel) ? 'here' : null;
  });
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === 'waiting' && stage === 'here') callBack(t('code.here'));
    before.current = stage;
  }, [stage, t]);
}
