import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { EventData } from '#protocol/messages.ts';
import { notify } from '../notices/notice-store.ts';
import { warningAt } from './warning.ts';

/** Says when little is left of a paid call. */
export function useWarnings(meter: EventData<'meter'> | null): void {
  const { t } = useTranslation('call');
  const before = useRef(Number.POSITIVE_INFINITY);
  const leftMs = meter?.leftMs ?? null;
  useEffect(() => {
    if (leftMs === null) return;
    const warning = warningAt(before.current, leftMs);
    before.current = leftMs;
    if (warning) notify(t('meter.left', { count: warning }));
  }, [leftMs, t]);
}
