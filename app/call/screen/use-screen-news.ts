import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { CallState } from '../state/call-state.ts';

/** Announces when the other person begins or ends sharing, and when this one has ended. */
export function useScreenNews({ screen, remoteScreen }: CallState): void {
  const { t } = useTranslation('call');
  const [own, other] = [screen !== null, remoteScreen.video !== null];
  const before = useRef({ own: false, other: false });
  useEffect(() => {
    const was = before.current;
    before.current = { own, other };
    if (was.own && !own) notify(t('screen.stopped'));
    if (was.other !== other) notify(t(other ? 'screen.other' : 'screen.otherStopped'));
  }, [own, other, t]);
}
