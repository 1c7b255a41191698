import { CirclePause, Plus, Timer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { Extend } from './extend.tsx';
import { TestPayments } from './test-payments.tsx';
import { type Extending, isExtendable } from './use-extension.ts';
import { useWarnings } from './use-warnings.ts';

/** Shorter pauses, as when a call begins, are not shown. */
const BRIEF_MS = 1_500;

/** Meter of a paid call: delivered time, cost or earnings so far, and why it pauses. */
export function Readout({ call, extending }: { call: CallState; extending: Extending }) {
  const { meter, seat } = call;
  const { t, language } = useTranslation('call');
  useWarnings(meter);
  const [isOpen, setOpen] = useState(false);
  const extendedTo = meter?.budgetMs ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was opened to have the call extended
  useEffect(() => setOpen(false), [extendedTo]);
  const why = meter?.why ?? null;
  const lasts = useLasting(why, BRIEF_MS);
  if (!meter) return null;
  const { deliveredMs, budgetMs, amountMinor, currency } = meter;
  const time = formatSeconds(Math.floor(deliveredMs / 1000));
  const Icon = why && lasts ? CirclePause : Timer;
  const { offer, isSoon, waits } = extending;
  const isOffered = offer !== null && !isSoon && !waits;
  return (
    <>
      {isExtendable(extending, isOpen) && <Extend extending={extending} />}
      <div
        data-testid="meter"
        className="flex max-w-full flex-wrap items-center justify-center gap-x-3 rounded-lg bg-ink/90 px-4 py-1 text-sm"
      >
        <span className="flex items-center gap-2 tabular-nums">
          <Icon aria-hidden size={16} />
          <span className="sr-only">{t('meter.delivered')}</span>
          <span data-testid="delivered">{time}</span>
          {budgetMs !== null && <span className="text-white/70">/ {formatSeconds(budgetMs / 1000)}</span>}
        </span>
        <span>
          {t(`meter.${seat}`)}{' '}
          <span className="font-semibold tabular-nums">{formatAmount(amountMinor, currency, language)}</span>
        </span>
        <TestPayments />
        <span role="status" className="empty:hidden">
          {why && lasts && t(`meter.why.${seat}.${why}`)}
        </span>
        {isOffered && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('meter.extend.open')}
            title={t('meter.extend.open')}
            onClick={() => setOpen(!isOpen)}
            className="pointer-events-auto -my-1.5 grid size-11 place-content-center rounded-full hover:bg-white/10"
          >
            <Plus aria-hidden size={18} />
          </button>
        )}
      </div>
    </>
  );
}
