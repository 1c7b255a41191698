import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { dateInWords } from '#app/i18n/long-date.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PAYMENT_STATUSES } from '#db/schema/index.ts';
import type { CallRequest } from '#protocol/call-request.ts';
import type { Side } from './read.server.ts';

type EndedCallProps = {
  side: Side;
  request: CallRequest;
  priceMinor: number;
  currency: string;
  over: {
    deliveredMs: number;
    /** In the currency's smallest unit, as all of `paid`. */
    charge: number;
    paid: {
      status: (typeof PAYMENT_STATUSES)[number];
      captured: number;
      fee: number;
      refunded: number;
      captureAt: Date | null;
    } | null;
  };
};

/** A call that is over, for either of its two people: what was delivered, and where the money is. */
export function EndedCall({ side, request: { other }, priceMinor, currency, over }: EndedCallProps) {
  const { t, language } = useTranslation('requests');
  const { deliveredMs, charge, paid } = over;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const seconds = Math.floor(deliveredMs / 1000);
  const values = {
    amount: price(charge),
    date: paid?.captureAt ? dateInWords(paid.captureAt, language) : '',
    captured: price(paid?.captured ?? 0),
    refunded: price(paid?.refunded ?? 0),
    earned: price((paid?.captured ?? 0) - (paid?.fee ?? 0)),
  };
  const money = paid && paid.refunded > 0 ? 'refunded' : paid?.status === 'CAPTURED' ? 'charged' : 'due';
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl wrap-anywhere">{t('over.title', { name: other.name })}</h1>
      <dl className="grid gap-3 [&_dt]:text-sm [&_dt]:text-muted">
        <div>
          <dt>{t('over.delivered')}</dt>
          <dd className="tabular-nums">
            {t('over.time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })}
            {` · ${t('call.perMinute', { price: price(priceMinor) })}`}
          </dd>
        </div>
        <div>
          <dt>{t('over.money')}</dt>
          <dd>{t(charge === 0 ? 'over.nothing' : `over.${side}.${money}`, values)}</dd>
        </div>
      </dl>
      {other.profile && (
        <p className="flex flex-wrap gap-3">
          <LocaleLink to={`/user/${other.profile}`} className={buttonClass({ variant: 'secondary' })}>
            {t('call.profile', { name: other.name })}
          </LocaleLink>
        </p>
      )}
    </div>
  );
}
