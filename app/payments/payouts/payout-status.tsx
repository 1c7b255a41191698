import { useLongMoment } from '#app/components/page/use-long-moment.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PayoutState } from './schema.ts';

/** Whether a streamer is connected with Stripe and can be paid, and what is missing. */
export function PayoutStatus({ payout }: { payout: PayoutState }) {
  const { t } = useTranslation('payments');
  const time = useLongMoment();
  const { connected, ready, refused, due, dueBy } = payout;
  return (
    <div className="grid gap-3">
      <ul className="flex flex-wrap gap-2" aria-label={t('payouts.status')}>
        <Mark isGood={connected}>{t(connected ? 'payouts.connected' : 'payouts.notConnected')}</Mark>
        <Mark isGood={ready}>{t(ready ? 'payouts.ready' : 'payouts.notReady')}</Mark>
      </ul>
      {refused && <p>{t('payouts.refused')}</p>}
      {!refused && due > 0 && (
        <p>
          {t('payouts.due', { count: due })} {dueBy && t('payouts.dueBy', { when: time(dueBy) })}
        </p>
      )}
      {connected && !ready && !refused && due === 0 && <p className="text-muted">{t('payouts.checking')}</p>}
    </div>
  );
}

function Mark({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <li className="flex items-center gap-2 rounded-full border border-line-strong px-3 py-1">
      <span
        aria-hidden
        className={`size-2.5 rounded-full border-2 ${isGood ? 'border-good bg-good' : 'border-line-strong'}`}
      />
      {children}
    </li>
  );
}
