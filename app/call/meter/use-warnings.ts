import { useEffect, useRef } from 'react';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { EventData } from '#protocol/messages.ts';
import { notify } from '../notices/notice-store.ts';
import { warningAt } from './warning.ts';

/** Announces when little time is left of a paid call, and when it was extended. */
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
  const budget = useRef(Number.POSITIVE_INFINITY);
  const budgetMs = meter?.budgetMs ?? null;
  useEffect(() => {
    if (budgetMs === null) return;
    if (budgetMs > budget.current)
      notify(t('meter.extended', { time: formatSeconds(Math.floor(budgetMs / 1000)) }));
    budget.current = budgetMs;
  }, [budgetMs, t]);
}
