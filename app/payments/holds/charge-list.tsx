import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { brandName } from '#app/marketplace/payments/brand-name.ts';
import type { Charge } from './charges.server.ts';

/** The viewer's charges, each with a link to its booking or call. */
export function ChargeList({ charges }: { charges: Charge[] }) {
  const { t, language } = useTranslation('payments');
  const date = useLongDate();
  if (charges.length === 0) return <p className="text-muted">{t('charges.none')}</p>;
  return (
    <ul className="max-w-2xl divide-y divide-line">
      {charges.map(
        ({
          id,
          bookingId,
          requestId,
          part,
          captured,
          refunded,
          currency,
          capturedAt,
          cardBrand,
          cardLast4,
          to,
        }) => (
          <li key={id} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <LocaleLink
                to={bookingId ? `/personal/booking/${bookingId}` : `/request/${requestId}`}
                className="py-1 underline wrap-anywhere"
              >
                {t(bookingId ? 'charges.to' : 'charges.call', { name: to ?? t('charges.gone') })}
              </LocaleLink>
              <span className="font-semibold tabular-nums">{formatAmount(captured, currency, language)}</span>
            </p>
            <p className="text-muted">
              {capturedAt && date(capturedAt)}
              {part > 1 && ` · ${t('charges.extension')}`}
              {` · ${t('cards.name', { brand: brandName(cardBrand ?? ''), last4: cardLast4 ?? '' })}`}
            </p>
            {refunded > 0 && (
              <p className="text-muted">
                {t('charges.refunded', { amount: formatAmount(refunded, currency, language) })}
              </p>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
